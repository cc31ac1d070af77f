import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { historyOf, startCluster, t } from '../queue-fixture.ts'

beforeAll(async () => {
  await startCluster()
  // All on one node: a disk stays on its own.
  await t.database.prisma.node.update({ where: { id: t.nodes[1] }, data: { host_creation_blocked: true } })
})
afterAll(() => t.close())
const allow = (manage_disk_enabled: boolean) => t.database.prisma.cluster.updateMany({ data: { manage_disk_enabled } })
beforeEach(() => allow(true))

let made = 0
const vm = async () => (await t.done(await t.create({ name: `several-${++made}` }))).id
const at = (host: number, disk?: number) => `/vm/v3/host/${host}/disk${disk === undefined ? '' : `/${disk}`}`
const disksOf = async (host: number) => (await t.ann.get(`${at(host)}?orderby=boot_order`)).body.list
const read = async (disk: number) => (await t.ann.get(`/vm/v3/disk/${disk}`)).body
const off = async (host: number) => t.done(await t.ann.post(`/vm/v3/host/${host}/stop`, { force: true }))

/** The simulation of the node of a VM, and what the VM is defined with there. */
async function onNode(host: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id: host } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { store } = dummyNode(node.ip)
  const { domains, files } = await store.read()
  return { disks: domains[row.internal_name]?.spec.disks ?? [], files, store, node }
}
const free = async (body: object = {}) =>
  (await t.done(await t.admin.post('/vm/v3/disk', { size_mib: 1024, account: t.ann.id, ...body }))).id

describe('a disk is added to a VM', () => {
  it('while it runs, behind those that it has', async () => {
    const host = await vm()
    const answer = await t.ann.post(at(host), { size_mib: 2048, name: 'data', bus: 'scsi' })
    expect((await disksOf(host)).map((one: { state: string }) => one.state)).toEqual(['active', 'creating'])
    const { id } = await t.done(answer)
    expect(await read(id)).toMatchObject({
      name: 'data',
      state: 'active',
      size_mib: 2048,
      bus: 'scsi',
      target_dev: 'sda',
      boot_order: 2,
      host: { id: host, is_main: false },
      account: { id: t.ann.id },
    })
    const { disks, files } = await onNode(host)
    expect(disks).toMatchObject([{ target_dev: 'vda' }, { target_dev: 'sda', bus: 'scsi', boot_order: 2 }])
    expect(files[disks[1]?.path ?? '']).toMatchObject({ kind: 'volume', size_mib: 2048 })
    expect((await historyOf(host)).at(-1)).toBe('disk_change complete')
    expect(await t.host(host)).toMatchObject({ state: 'active', disk_count: 2, disabled: false, waits_for_start: [] })
  })

  it('and waits for the next start on a bus that takes none before', async () => {
    const host = await vm()
    await t.done(await t.ann.post(at(host), { size_mib: 512, bus: 'ide' }))
    expect((await t.host(host)).waits_for_start).toEqual(['disks'])
    await t.done(await t.ann.post(`/vm/v3/host/${host}/restart`, {}))
    expect((await t.host(host)).waits_for_start).toEqual([])
  })

  it('or leaves nothing behind when it cannot be made', async () => {
    const host = await vm()
    const { store } = await onNode(host)
    const before = Object.keys((await store.read()).files)
    const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id: host } })
    const last = await t.database.prisma.disk.findFirstOrThrow({ orderBy: { id: 'desc' } })
    // Something else has the place of its file.
    await store.update((state) => {
      state.files[`/vm/${row.internal_name}-${last.id + 1}.qcow2`] = { kind: 'volume', size_mib: 7, backing: null }
    })
    const { body } = await t.ann.post(at(host), { size_mib: 512 })
    expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
    expect(await disksOf(host)).toHaveLength(1)
    const now = await onNode(host)
    expect(now.disks).toHaveLength(1)
    expect(Object.keys(now.files).sort()).toEqual(before.sort())
    expect(await t.host(host)).toMatchObject({ state: 'active', disabled: false, fault: { action: 'disk_change' } })
  })

  it('within its limits only', async () => {
    const host = await vm()
    await t.database.prisma.user_limit.create({ data: { account_id: t.ann.id, hdd_mib: 20_000 } })
    const answer = await t.ann.post(at(host), { size_mib: 20_000 })
    expect(answer.status).toBe(409)
    expect(answer.body.error.value).toBe('hdd_mib')
    await t.database.prisma.user_limit.deleteMany({ where: { account_id: t.ann.id } })
    for (let n = 1; n < 8; n++) await t.done(await t.ann.post(at(host), { size_mib: 16 }))
    const ninth = await t.ann.post(at(host), { size_mib: 16 })
    expect(ninth.body.error).toMatchObject({ msg: expect.stringMatching(/at most 8 disks/) })
  })

  it('by administrators alone where the cluster says so', async () => {
    const host = await vm()
    await allow(false)
    expect((await t.host(host)).cluster.manage_disk_enabled).toBe(false)
    const one = (await disksOf(host))[0].id
    for (const asked of [
      t.ann.post(at(host), { size_mib: 16 }),
      t.ann.post('/vm/v3/disk', { size_mib: 16 }),
      t.ann.post(at(host, one), { is_main: true }),
      t.ann.post(`/vm/v3/host/${host}/disk_order`, { disks: [{ id: one, boot_order: 3 }] }),
    ])
      expect((await asked).status).toBe(403)
    await t.done(await t.admin.post(at(host), { size_mib: 16 }))
  })
})

describe('a disk without a VM', () => {
  it('is made, grows and is deleted', async () => {
    const { id } = await t.done(await t.ann.post('/vm/v3/disk', { size_mib: 1024 }))
    expect(await read(id)).toMatchObject({ name: `disk-${id}`, state: 'active', host: null, account: { id: t.ann.id } })
    const host = await vm()
    const path = (await t.database.prisma.disk.findUniqueOrThrow({ where: { id } })).path ?? ''
    await t.done(await t.ann.post(`/vm/v3/disk/${id}`, { size_mib: 4096, name: 'spare' }))
    expect(await read(id)).toMatchObject({ name: 'spare', size_mib: 4096, size_mib_new: null, state: 'active' })
    expect((await onNode(host)).files[path]).toMatchObject({ size_mib: 4096 })
    const less = await t.ann.post(`/vm/v3/disk/${id}`, { size_mib: 1024 })
    expect(less.body.error).toMatchObject({ value: 'size_mib', msg: expect.stringMatching(/only grows/) })
    await t.done(await t.ann.delete(`/vm/v3/disk/${id}`))
    expect((await t.ann.get(`/vm/v3/disk/${id}`)).status).toBe(404)
    expect((await onNode(host)).files[path]).toBeUndefined()
  })

  it('counts for its owner, and can be given to another by administrators', async () => {
    const id = await free({ account: t.bob.id })
    expect((await t.ann.get(`/vm/v3/disk/${id}`)).status).toBe(404)
    await t.database.prisma.user_limit.create({ data: { account_id: t.ann.id, hdd_mib_total: 100 } })
    const full = await t.admin.post(`/vm/v3/disk/${id}`, { account: t.ann.id })
    expect(full.body.error.value).toBe('hdd_mib_total')
    await t.database.prisma.user_limit.deleteMany({ where: { account_id: t.ann.id } })
    expect((await t.bob.post(`/vm/v3/disk/${id}`, { account: t.ann.id })).status).toBe(403)
    await t.done(await t.admin.post(`/vm/v3/disk/${id}`, { account: t.ann.id }))
    expect((await read(id)).account.id).toBe(t.ann.id)
  })

  it('keeps its node', async () => {
    const id = await free()
    const { node_id } = await t.database.prisma.disk.findUniqueOrThrow({ where: { id } })
    const hosts = await t.database.prisma.host.findMany({ where: { node_id } })
    for (const one of hosts) await t.done(await t.admin.delete(`/vm/v3/host/${one.id}`))
    const answer = await t.admin.delete(`/vm/v3/node/${node_id}`)
    expect(answer.body.error.msg).toMatch(/Disks without a VM/)
  })
})

describe('a disk changes hands', () => {
  it('from one VM to another with what is on it', async () => {
    const [one, two] = [await vm(), await vm()]
    const { id } = await t.done(await t.ann.post(at(one), { size_mib: 1024, name: 'moving' }))
    const { path } = await t.database.prisma.disk.findUniqueOrThrow({ where: { id } })
    await t.done(await t.ann.delete(at(one, id)))
    expect(await read(id)).toMatchObject({ host: null, state: 'active', target_dev: null })
    expect((await onNode(one)).disks).toHaveLength(1)
    await t.done(await t.ann.post(at(two, id), { bus: 'virtio' }))
    expect(await read(id)).toMatchObject({ host: { id: two, is_main: false }, target_dev: 'vdb' })
    expect((await onNode(two)).disks[1]).toMatchObject({ path, target_dev: 'vdb' })
    await t.done(await t.ann.delete(`/vm/v3/host/${one}`))
    expect((await onNode(two)).files[path ?? '']).toBeDefined()
    // With a VM go all disks that it has.
    await t.done(await t.ann.delete(`/vm/v3/host/${two}`))
    expect((await t.ann.get(`/vm/v3/disk/${id}`)).status).toBe(404)
  })

  it('and only when nothing else wants it', async () => {
    const [one, two] = [await vm(), await vm()]
    const id = await free()
    // Nothing ends before the last of them has asked.
    await t.stopWorker()
    const asked = await Promise.all([
      t.ann.post(at(one, id), { bus: 'virtio' }),
      t.ann.post(at(two, id), { bus: 'virtio' }),
      t.ann.delete(`/vm/v3/disk/${id}`),
      t.ann.post(`/vm/v3/disk/${id}`, { size_mib: 2048 }),
    ])
    const accepted = asked.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    for (const { status } of asked) expect([200, 409]).toContain(status)
    t.startWorker()
    for (const { body } of accepted) await t.ended(body.task)
  })

  it('never between owners, nodes, or from a VM that has it', async () => {
    const [one, two] = [await vm(), await vm()]
    const words = async (host: number, disk: number) =>
      (await t.admin.post(at(host, disk), { bus: 'virtio' })).body.error.msg
    expect(await words(one, await free({ account: t.bob.id }))).toMatch(/different owners/)
    const id = await free()
    await t.database.prisma.disk.update({ where: { id }, data: { node_id: null } })
    expect(await words(one, id)).toMatch(/another node/)
    const main = (await disksOf(one))[0].id
    expect(await words(two, main)).toMatch(/another VM/)
    const detach = await t.ann.delete(at(one, main))
    expect(detach.body.error).toMatchObject({ value: 'is_main', msg: expect.stringMatching(/main disk stays/) })
    expect((await t.ann.delete(`/vm/v3/disk/${main}`)).body.error.msg).toMatch(/detach it first/)
    expect((await t.bob.post(at(one, id), { bus: 'virtio' })).status).toBe(404)
  })

  it('and not while a snapshot holds a state of it', async () => {
    const host = await vm()
    const { id } = await t.done(await t.ann.post(at(host), { size_mib: 64 }))
    const snapshot = await t.done(await t.ann.post(`/vm/v3/host/${host}/snapshot`, { name: 'before' }))
    const held = await t.ann.delete(at(host, id))
    expect(held.body.error).toMatchObject({ value: 'snapshot', msg: expect.stringMatching(/snapshot before holds/) })
    await t.done(await t.ann.delete(`/vm/v3/snapshot/${snapshot.id}`))
    await t.done(await t.ann.delete(at(host, id)))
  })

  it('and stays where it was when the node refuses', async () => {
    const host = await vm()
    const { id } = await t.done(await t.ann.post(at(host), { size_mib: 64 }))
    const { store, disks } = await onNode(host)
    await store.update((state) => {
      delete state.files[disks[0]?.path ?? '']
    })
    const { body } = await t.ann.delete(at(host, id))
    expect((await t.ended(body.task)).status).toBe('failed')
    expect(await read(id)).toMatchObject({ state: 'active', host: { id: host }, target_dev: 'vdb' })
  })
})

describe('how disks are attached', () => {
  it('another one becomes the main one, and is booted from first', async () => {
    const host = await vm()
    const [first] = await disksOf(host)
    const { id } = await t.done(await t.ann.post(at(host), { size_mib: 2048 }))
    await t.done(await t.ann.post(at(host, id), { is_main: true }))
    expect(await disksOf(host)).toMatchObject([
      { id, boot_order: 1, host: { is_main: true } },
      { id: first.id, boot_order: 2, host: { is_main: false } },
    ])
    expect((await t.host(host)).disk.id).toBe(id)
    expect((await onNode(host)).disks).toMatchObject([{ target_dev: 'vdb', boot_order: 1 }, { boot_order: 2 }])
    expect((await t.host(host)).waits_for_start).toEqual(['disks'])
    const back = await t.ann.post(at(host, id), { is_main: false })
    expect(back.body.error).toMatchObject({ value: 'is_main' })
  })

  it('a disk goes to another bus while the VM is off', async () => {
    const host = await vm()
    const { id } = await t.done(await t.ann.post(at(host), { size_mib: 64 }))
    const early = await t.ann.post(at(host, id), { bus: 'scsi' })
    expect(early.body.error.msg).toMatch(/while the VM is off/)
    await off(host)
    await t.done(await t.ann.post(at(host, id), { bus: 'scsi' }))
    expect(await read(id)).toMatchObject({ bus: 'scsi', target_dev: 'sda' })
    expect((await onNode(host)).disks[1]).toMatchObject({ bus: 'scsi', target_dev: 'sda' })
  })

  it('the order of booting is set, and refused where it is none', async () => {
    const host = await vm()
    const { id } = await t.done(await t.ann.post(at(host), { size_mib: 64 }))
    const [first] = await disksOf(host)
    const set = (disks: object[]) => t.ann.post(`/vm/v3/host/${host}/disk_order`, { disks })
    for (const wrong of [
      [],
      [{ id, boot_order: 1 }],
      [{ id, boot_order: 0 }],
      [{ id: 999_999, boot_order: 4 }],
      [
        { id, boot_order: 4 },
        { id, boot_order: 5 },
      ],
    ])
      expect((await set(wrong)).body.error).toMatchObject({ code: expect.any(Number), value: 'disks' })
    const turned = [
      { id, boot_order: 1 },
      { id: first.id, boot_order: 2 },
    ]
    await t.done(await set(turned))
    expect((await disksOf(host)).map((one: { id: number }) => one.id)).toEqual([id, first.id])
    expect((await onNode(host)).disks.map(({ boot_order }) => boot_order)).toEqual([1, 2])
  })
})
