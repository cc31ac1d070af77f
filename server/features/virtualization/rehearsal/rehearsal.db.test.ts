import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { backUp, onNode, type Panel, rename, startVault } from '../../../../e2e/support/backed-up.ts'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { rehearsalPlan } from '../../../domain/rehearsal/schema.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { noteUnrehearsed } from './coverage.ts'
import { beginDue } from './due.ts'
import { clearLeft } from './watch.ts'

let t: Panel
let vault: Awaited<ReturnType<typeof startVault>>
beforeAll(async () => {
  t = await testCluster()
  vault = await startVault(t)
})
afterEach(() => t.admin.post('/vm/v3/rehearsal_plan', { enabled: false }))
afterAll(async () => {
  await t.close()
  await vault.server.close()
})

let made = 0
const vm = async (body: object = {}, name = `rehearsed-${++made}`) =>
  (await t.done(await t.create({ name, hdd_mib: 2048, ram_mib: 512, ...body }))).id
const backedUp = async (body: object = {}, name?: string) => {
  const id = await vm(body, name)
  const [backup = 0] = await backUp(t, vault.id, id)
  return { id, backup }
}
const start = (backup: number, who = t.admin) => who.post(`/vm/v3/backup/${backup}/rehearse`, {})
const read = async (id: number, who = t.admin) => (await who.get(`/vm/v3/rehearsal/${id}`)).body
const rehearsed = async (backup: number) => read((await t.done(await start(backup))).id)

/** What is on the nodes of rehearsals. */
async function left() {
  const { prisma } = t.database
  const found: string[] = []
  for (const { ip } of await prisma.node.findMany()) {
    const state = await dummyNode(ip).store.read()
    const names = [...Object.keys(state.files), ...Object.keys(state.domains)].filter((name) => /rehearsal-/.test(name))
    found.push(...names, ...(state.isolated ?? []))
  }
  return found
}

describe('a rehearsal', () => {
  it('runs on volumes of LVM, with its seed among the files of the node', async () => {
    const { backup } = await backedUp()
    const added = await t.admin.post('/vm/v3/storage', { name: 'group', type: 'lvm', storage_params: {} })
    await t.done(
      await t.admin.post(`/vm/v3/cluster/${t.cluster}/storage/${added.body.id}`, {
        virt_pool: { volume_group: 'vg0' },
      }),
    )
    const { pool } = t.database
    const main = (id: number) =>
      pool.query('update cluster_storage set is_main = (storage_id = $1) where cluster_id = $2', [id, t.cluster])
    const { rows } = await pool.query('select storage_id from cluster_storage where cluster_id = $1 and is_main', [
      t.cluster,
    ])
    await pool.query('update cluster_storage set is_main = false where cluster_id = $1', [t.cluster])
    await main(added.body.id)
    try {
      const { id } = await t.done(await start(backup))
      expect(await read(id)).toMatchObject({ state: 'passed', answered_by: 'agent', reason: null })
      const { files } = await t.database.prisma.rehearsal.findUniqueOrThrow({ where: { id } })
      expect(files).toEqual([
        expect.stringMatching(/^\/dev\/vg0\/rehearsal-\d+-[0-9a-f]{6}-0$/),
        expect.stringMatching(/^\/vm\/rehearsal-\d+-[0-9a-f]{6}-seed\.iso$/),
      ])
      expect(await left()).toEqual([])
    } finally {
      await pool.query('update cluster_storage set is_main = false where cluster_id = $1', [t.cluster])
      await main(rows[0].storage_id)
    }
  })

  it('starts what was backed up beside the VM, sees it answer, and leaves nothing', async () => {
    const { id, backup } = await backedUp({ comment: 'shop' })
    const before = (await t.admin.get('/vm/v3/host')).body.size
    const row = await rehearsed(backup)
    expect(row).toMatchObject({
      ...{ host: { id, name: (await t.host(id)).name }, account: { id: t.ann.id }, backup, reason: null },
      ...{ state: 'passed', answered_by: 'agent', started_by: 'person', made_by: 'admin@example.com' },
      ...{ has_picture: true, cleared_at: expect.any(String), ended_at: expect.any(String) },
    })
    expect(row.answer_ms).toBeGreaterThanOrEqual(0)
    expect(await left()).toEqual([])
    expect((await t.admin.get('/vm/v3/host')).body.size).toBe(before)
    expect((await onNode(t, id)).domain).toMatchObject({ state: 'running' })
    // It is neither held nor changed.
    expect(await t.database.prisma.backup.findUniqueOrThrow({ where: { id: backup } })).toMatchObject({
      state: 'active',
    })
  })

  it('is on an isolated bridge with its interfaces, and takes room on its node as long as it is there', async () => {
    const { id, backup } = await backedUp()
    await t.stopWorker()
    const { body } = await start(backup)
    const row = await t.database.prisma.rehearsal.findUniqueOrThrow({ where: { id: body.id } })
    const { rows } = await t.database.pool.query('select ram_mib * overselling as most from node where id = $1', [
      row.node_id,
    ])
    const most = Math.floor(rows[0].most)
    const { _sum } = await t.database.prisma.host.aggregate({
      where: { node_id: row.node_id },
      _sum: { ram_mib: true },
    })
    const ask = (ram_mib: number) =>
      t.create({ name: `room-${ram_mib}`, node: row.node_id, ram_mib, hdd_mib: 2048 }, t.admin)
    const room = most - (_sum.ram_mib ?? 0)
    expect((await ask(room)).body).toMatchObject({ error: { code: expect.anything() } })
    t.startWorker()
    await t.ended(body.task)
    // The seed and the definition as they were, from what the node was told.
    expect(row).toMatchObject({ cpu_number: 1, ram_mib: 512, hdd_mib: 2048, host_id: id })
    expect((await read(body.id)).state).toBe('passed')
    const filling = await t.done(await ask(room))
    await t.done(await t.admin.delete(`/vm/v3/host/${filling.id}`))
  })

  it('of a guest that does not start fails with the reason', async () => {
    const { id, backup } = await backedUp()
    await rename(t, id, 'x-failstart')
    const [broken = 0] = await backUp(t, vault.id, id)
    const task = await t.ended((await start(broken)).body.task)
    expect(task.status).toBe('failed')
    const row = (await t.admin.get(`/vm/v3/rehearsal?where=host.id EQ ${id}`)).body.list[0]
    expect(row).toMatchObject({
      ...{ state: 'failed', reason: expect.stringContaining('QEMU ended right after its start'), answered_by: null },
      ...{ has_picture: false, cleared_at: expect.any(String) },
    })
    expect(await left()).toEqual([])
    expect((await rehearsed(backup)).state).toBe('passed')
  })

  it('of a backup whose content is damaged fails, and of a VM that is gone passes', async () => {
    const { id, backup } = await backedUp()
    await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
    expect(await rehearsed(backup)).toMatchObject({ state: 'passed', host: { id: null }, started_by: 'person' })
    await t.database.prisma.backup_copy.updateMany({
      where: { backup_id: backup },
      data: { digest: Buffer.alloc(32, 7) },
    })
    const { body } = await start(backup)
    expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
    expect(await read(body.id)).toMatchObject({ state: 'failed', reason: expect.any(String), started_at: null })
    expect(await left()).toEqual([])
  })

  it('counts against no limit of the owner, who sees it with its picture; others do not', async () => {
    const { id, backup } = await backedUp()
    const limits = { host_count: 1, ram_mib_total: 512, hdd_mib_total: 2048, cpu_number_total: 1 }
    await t.admin.post(`/vm/v3/user_limits/account/${t.ann.id}`, limits)
    const row = await rehearsed(backup)
    expect(row.state).toBe('passed')
    expect(await read(row.id, t.ann)).toMatchObject({ id: row.id, host: { id } })
    const { status, body } = await t.ann.get(`/vm/v3/rehearsal/${row.id}/picture`)
    expect(status).toBe(200)
    expect(Buffer.from(body.data, 'base64').subarray(1, 4).toString()).toBe('PNG')
    for (const path of ['', '/picture']) expect((await t.bob.get(`/vm/v3/rehearsal/${row.id}${path}`)).status).toBe(404)
    expect((await t.bob.get('/vm/v3/rehearsal')).body.size).toBe(0)
    const none = Object.fromEntries(Object.keys(limits).map((name) => [name, null]))
    await t.admin.post(`/vm/v3/user_limits/account/${t.ann.id}`, none)
  })

  it('is refused to owners, of what is absent or no VM, and twice at once', async () => {
    const { id, backup } = await backedUp({})
    expect((await start(backup, t.ann)).status).toBe(403)
    expect((await start(2_000_000_000)).status).toBe(404)
    const { prisma } = t.database
    await prisma.backup.updateMany({ where: { id: backup }, data: { is_main: false } })
    expect((await start(backup)).body.error.msg).toContain('main disk')
    await prisma.backup.updateMany({ where: { id: backup }, data: { is_main: true } })
    await t.stopWorker()
    const first = await start(backup)
    const second = await start(backup)
    expect([first.status, second.status]).toEqual([200, 409])
    expect(second.body.error.msg).toContain('under way')
    // Called off before it began: nothing was made.
    expect((await t.admin.post(`/vm/v3/task/${first.body.task}/abort`)).status).toBe(200)
    t.startWorker()
    await t.ended(first.body.task)
    expect((await t.admin.get(`/vm/v3/rehearsal?where=host.id EQ ${id}`)).body.list[0].state).toBe('cancelled')
  })

  it('whose node was away at its end is removed when it is back', async () => {
    const { backup } = await backedUp()
    const row = await rehearsed(backup)
    const { prisma } = t.database
    const known = await prisma.rehearsal.findUniqueOrThrow({ where: { id: row.id } })
    const { ip } = await prisma.node.findUniqueOrThrow({ where: { id: known.node_id ?? 0 } })
    const { store } = dummyNode(ip)
    const lose = (offline: boolean) =>
      store.update((state) => {
        state.offline = offline
        state.isolated = [`dhiso-${row.id.toString(36)}`]
        for (const path of known.files) state.files[path] ??= { kind: 'volume', size_mib: 1, backing: null }
      })
    await prisma.rehearsal.update({ where: { id: row.id }, data: { cleared_at: null } })
    await lose(true)
    await clearLeft(soon())
    expect((await read(row.id)).cleared_at).toBeNull()
    await lose(false)
    await clearLeft(soon())
    expect((await read(row.id)).cleared_at).not.toBeNull()
    expect(await left()).toEqual([])
  })
})

describe('the plan', () => {
  const all = { enabled: true, from_hour: 0, until_hour: 0, at_once: 2, every_days: 7 }
  const problems = async () =>
    (await t.admin.get('/vm/v3/problem?limit=200')).body.list
      .filter(({ kind }: { kind: string }) => kind.startsWith('rehearsal_'))
      .map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)
  const none = async () => {
    const { prisma } = t.database
    await prisma.rehearsal.deleteMany()
    await prisma.backup.deleteMany()
  }

  it('is read and changed by administrators, and what is not named stays', async () => {
    const first = (await t.admin.get('/vm/v3/rehearsal_plan')).body
    expect(first).toMatchObject({ enabled: false, every_days: 30 })
    expect((await t.admin.post('/vm/v3/rehearsal_plan', { every_days: 14 })).body).toEqual({ ...first, every_days: 14 })
    for (const body of [{ every_days: 0 }, { from_hour: 24 }, { time_zone: 'Nowhere' }, { limit_minutes: 999 }])
      expect((await t.admin.post('/vm/v3/rehearsal_plan', body)).status).toBe(400)
    expect((await t.ann.get('/vm/v3/rehearsal_plan')).status).toBe(403)
  })

  it('begins as many as it may at once, those first that never were, and none again before it is due', async () => {
    await none()
    for (let n = 0; n < 3; n++) await backedUp()
    await t.stopWorker()
    const plan = rehearsalPlan.parse(all)
    expect(await beginDue(new Date(), soon(), { ...plan, enabled: false })).toBe(0)
    const night = { ...plan, from_hour: 2, until_hour: 4 }
    expect(await beginDue(new Date('2026-11-24T12:00:00Z'), soon(), night)).toBe(0)
    const two = await Promise.all([beginDue(new Date(), soon(), plan), beginDue(new Date(), soon(), plan)])
    expect(two[0]! + two[1]!).toBe(2)
    t.startWorker()
    const over = async () => (await t.database.prisma.rehearsal.count({ where: { cleared_at: null } })) === 0
    await expect.poll(over).toBe(true)
    expect(await beginDue(new Date(), soon(), plan)).toBe(1)
    await expect.poll(over).toBe(true)
    expect(await beginDue(new Date(), soon(), plan)).toBe(0)
    const rows = await t.database.prisma.rehearsal.findMany()
    expect(rows.map(({ state, started_by }) => `${state} ${started_by}`)).toEqual(Array(3).fill('passed plan'))
    expect(new Set(rows.map(({ host_id }) => host_id)).size).toBe(3)
  })

  it('notes one that finds no room, and does not try it again at once', async () => {
    await none()
    const { id, backup } = await backedUp()
    const { prisma } = t.database
    const { metadata } = await prisma.backup.findUniqueOrThrow({ where: { id: backup } })
    const large = structuredClone(metadata) as { host: { ram_mib: number } }
    large.host.ram_mib = 100_000_000
    await prisma.backup.update({ where: { id: backup }, data: { metadata: large } })
    const plan = rehearsalPlan.parse(all)
    expect(await beginDue(new Date(), soon(), plan)).toBe(0)
    expect(await beginDue(new Date(), soon(), plan)).toBe(0)
    expect(await prisma.rehearsal.findMany({ where: { host_id: id } })).toMatchObject([
      {
        state: 'failed',
        reason: expect.stringContaining('No node can run the VM'),
        node_id: null,
        cleared_at: expect.any(Date),
      },
    ])
  })

  it('makes problems of VMs that failed or were not rehearsed in time, as long as it is on', async () => {
    await none()
    const good = await backedUp({}, 'good')
    const bad = await backedUp({}, 'bad')
    const late = await backedUp({}, 'late')
    const { prisma } = t.database
    await t.admin.post('/vm/v3/rehearsal_plan', { ...all, at_once: 1, from_hour: 1, until_hour: 2 })
    await rehearsed(good.backup)
    await rename(t, bad.id, 'x-failstart')
    await t.ended((await start((await backUp(t, vault.id, bad.id))[0] ?? 0)).body.task)
    await noteUnrehearsed()
    expect(await problems()).toEqual(['rehearsal_failed bad'])
    const long = new Date(Date.now() - 10 * 86_400_000)
    await prisma.backup.updateMany({ where: { host_id: late.id }, data: { made_at: long } })
    await prisma.rehearsal.updateMany({ where: { host_id: good.id }, data: { ended_at: long } })
    await noteUnrehearsed()
    expect((await problems()).sort()).toEqual(['rehearsal_failed bad', 'rehearsal_late good', 'rehearsal_late late'])
    await t.admin.post('/vm/v3/rehearsal_plan', { enabled: false })
    await noteUnrehearsed()
    expect(await problems()).toEqual([])
  })
})
