import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { rollUpStorageUse } from './use.ts'
import { lookAt } from './watch.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())
const read = async (id: number) => (await t.admin.get(`/vm/v3/storage/${id}`)).body
const at = (id: number) => `/vm/v3/cluster/${t.cluster}/storage/${id}`
const mainOf = async () => (await t.admin.get(`/vm/v3/storage?where=kind EQ file&orderby=id`)).body.list[0].id as number

async function add(name: string, body: object = {}) {
  const answer = await t.admin.post('/vm/v3/storage', { name, type: 'file', storage_params: {}, ...body })
  expect(answer.status).toBe(200)
  return answer.body.id as number
}
const attach = (id: number, folder: string, body: object = {}) =>
  t.admin.post(at(id), { virt_pool: { vm_storage_path: folder }, ...body })

describe('a cluster', () => {
  it('comes with a main storage, which its nodes have at once', async () => {
    const main = await read(await mainOf())
    expect(main).toMatchObject({
      type: 'file',
      state: 'active',
      node_count: 2,
      node_total: 2,
      clusters: [{ id: t.cluster, is_main: true, enabled: true }],
    })
    expect(main.total_mib).toBeGreaterThan(0)
    const { list } = (await t.admin.get(`/vm/v3/cluster/${t.cluster}/local_storage`)).body
    expect(list).toMatchObject([
      { id: main.id, node: { name: 'n1' } },
      { id: main.id, node: { name: 'n2' } },
    ])
  })
})

describe('a storage', () => {
  it('is made by its kind, with only what this has', async () => {
    const refused = [
      [{ type: 'nas', storage_params: { ip_addr: '192.0.2.1' } }, /nas_storage_path/],
      [{ type: 'file', storage_params: { ip_addr: '192.0.2.1' } }, /has no ip_addr/],
      [{ type: 'iscsi', storage_params: {} }, /cannot be created/],
      [{ type: 'file', storage_params: {}, tags: [999] }, /tag 999 does not exist/],
    ] as const
    for (const [body, words] of refused) {
      const answer = await t.admin.post('/vm/v3/storage', { name: 'x', ...body })
      expect(answer).toMatchObject({ status: 400, body: { error: { msg: expect.stringMatching(words) } } })
    }
    expect((await t.ann.get('/vm/v3/storage')).status).toBe(403)
  })

  it('is attached, takes VMs, and tells what lives on it when it shall go', async () => {
    const id = await add('second')
    await t.done(await attach(id, '/srv/second'))
    expect(await read(id)).toMatchObject({ state: 'active', node_count: 2 })
    const made = await t.done(await t.create({ name: 'elsewhere', storage: id, hdd_mib: 4096 }))
    const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: made.id } })
    expect(disk).toMatchObject({ storage_id: id, path: expect.stringMatching(/^\/srv\/second\//) })
    expect(await read(id)).toMatchObject({ promised_mib: 4096, disk_count: 1, host_count: 1 })
    const loose = (await t.done(await t.admin.post('/vm/v3/disk', { size_mib: 64, storage: id }))).id
    const without = (await t.admin.get(`/vm/v3/disk?where=(storage EQ ${id}) AND (host EQ null)`)).body
    expect(without).toMatchObject({ size: 1, list: [{ id: loose, host: null, size_mib: 64 }] })
    await t.done(await t.admin.delete(`/vm/v3/disk/${loose}`))
    for (const path of [at(id)])
      expect(await t.admin.delete(path)).toMatchObject({
        status: 409,
        body: { error: { msg: expect.stringMatching(/1 disk is on the storage second \(elsewhere\)/) } },
      })
    expect((await t.admin.delete(`/vm/v3/storage/${id}`)).status).toBe(409)
    await t.done(await t.admin.delete(`/vm/v3/host/${made.id}`))
    expect((await t.admin.delete(at(id))).status).toBe(200)
    expect((await t.admin.delete(`/vm/v3/storage/${id}`)).status).toBe(200)
  })

  it('takes no volume while its disk is not mounted', async () => {
    const id = await add('unmounted')
    await t.done(await attach(id, '/srv/unmounted'))
    for (const { ip } of await t.database.prisma.node.findMany())
      await dummyNode(ip).store.update((state) => {
        delete state.storages?.['/srv/unmounted']
      })
    const { body } = await t.admin.post('/vm/v3/disk', { size_mib: 64, storage: id })
    expect(await t.ended(body.task)).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(/unmounted/) },
    })
    const host = await t.create({ name: 'nowhere', storage: id, hdd_mib: 4096 })
    expect((await t.ended(host.body.task)).status).toBe('failed')
    for (const { ip } of await t.database.prisma.node.findMany()) {
      const { files } = await dummyNode(ip).store.read()
      expect(Object.keys(files).filter((path) => path.startsWith('/srv/unmounted/'))).toEqual([])
    }
    await t.done(await t.admin.delete(`/vm/v3/host/${host.body.id}`))
  })

  it('keeps out of folders that something else of the cluster has', async () => {
    const id = await add('third')
    for (const [folder, words] of [
      ['/vm/inside', /at this place already/],
      ['/share', /system images/],
      ['/etc/vm', /folder of the system/],
    ] as const)
      expect(await attach(id, folder)).toMatchObject({
        status: 400,
        body: { error: { value: 'virt_pool', msg: expect.stringMatching(words) } },
      })
  })

  it('is attached nowhere when a node cannot be connected, unless that was said', async () => {
    const id = await add('gone', { type: 'nas', storage_params: { ip_addr: '192.0.2.7', nas_storage_path: '/x' } })
    const body = { virt_pool: { nas_storage_path: '/nas/one-failaway' } }
    const task = await t.ended((await t.admin.post(at(id), body)).body.task)
    expect(task).toMatchObject({ status: 'failed', error: { msg: expect.stringMatching(/does not answer/) } })
    expect((await read(id)).clusters).toEqual([])
    await t.done(await t.admin.post(at(id), { ...body, ignore_checks: true }))
    expect(await read(id)).toMatchObject({ state: 'failed', type: 'file', kind: 'nas', is_network: true })
    const { list } = (await t.admin.get('/vm/v3/problem?entity=storage')).body
    expect(list).toMatchObject([{ kind: 'storage_away', id, part: 'n1, n2', cause: expect.stringMatching(/NAS/) }])
    const refused = await t.admin.post('/vm/v3/host', {
      cluster: t.cluster,
      os: t.os,
      name: 'no',
      password: 'Guest-pass-1',
      storage: id,
    })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/cannot use the storage/) } },
    })
    expect(
      await t.admin.post('/vm/v3/storage', {
        name: 'twin',
        type: 'nas',
        storage_params: { ip_addr: '192.0.2.7', nas_storage_path: '/x/' },
      }),
    ).toMatchObject({ status: 409 })
  })
})

describe('how much is promised', () => {
  it('is bound by overselling, and a storage that is nearly full takes nothing', async () => {
    const id = await add('bound')
    await t.done(await attach(id, '/srv/bound', { hdd_overselling: 0.5 }))
    const { total_mib } = (await t.admin.get(`/vm/v3/storage/${id}/node`)).body.list[0]
    const half = { name: 'half', storage: id, hdd_mib: Math.ceil(total_mib * 0.55), node: t.nodes[0] }
    const ask = () => t.admin.post('/vm/v3/host', { cluster: t.cluster, os: t.os, password: 'Guest-pass-1', ...half })
    expect(await ask()).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/storage free/) } } })
    const node = `/vm/v3/node/${t.nodes[0]}/storage/${id}/hdd_overselling`
    expect((await t.admin.post(node, { value: 8 })).body).toMatchObject({ hdd_overselling: 8 })
    await t.database.prisma.node_storage.updateMany({
      where: { storage_id: id },
      data: { used_mib: Math.floor(total_mib * 0.96) },
    })
    expect(await ask()).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/has 0 MiB/) } } })
    await t.done(await t.admin.post(`${at(id)}/check`, {}))
    expect((await ask()).status).toBe(200)
  })

  it('is a problem before there is none left, and a worse one when nothing more is taken', async () => {
    const id = await add('nearly')
    await t.done(await attach(id, '/srv/nearly-failfull'))
    const full = async () => {
      const { list } = (await t.admin.get(`/vm/v3/problem?entity=storage&id=${id}`)).body
      return list.filter(({ kind }: { kind: string }) => kind === 'storage_full')
    }
    const fill = (node_id: number, used_mib: number) =>
      t.database.prisma.node_storage.updateMany({
        where: { storage_id: id, node_id },
        data: { total_mib: 1000, used_mib },
      })
    // As the check of a storage that is at 93 % has found it on both.
    expect(await full()).toMatchObject([{ severity: 'warning', part: expect.stringMatching(/^n[12]$/) }])
    await fill(t.nodes[0], 850)
    await fill(t.nodes[1], 849)
    expect(await full()).toMatchObject([{ severity: 'warning', part: 'n1', share: { used: 850, total: 1000 } }])
    await fill(t.nodes[1], 950)
    expect(await full()).toMatchObject([{ severity: 'fault', part: 'n2', share: { used: 950, total: 1000 } }])
    await fill(t.nodes[0], 849)
    await fill(t.nodes[1], 849)
    expect(await full()).toEqual([])
  })

  it('is chosen by tags of disks', async () => {
    const tag = (await t.admin.post('/vm/v3/tag', { name: 'fast' })).body.id
    const id = await add('tagged', { tags: [tag] })
    await t.done(await attach(id, '/srv/tagged'))
    const disks = [{ size_mib: 4096, boot_order: 1, tags: [tag] }]
    const made = await t.done(await t.create({ name: 'fast-one', disks }))
    const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: made.id } })
    expect(disk).toMatchObject({ storage_id: id, tags: [tag] })
    const main = await mainOf()
    expect(await t.create({ name: 'no', disks, storage: main })).toMatchObject({ status: 400 })
    expect(await t.admin.delete(`/vm/v3/tag/${tag}`)).toMatchObject({ status: 409 })
    const row = (await t.admin.get('/vm/v3/tag')).body.list[0]
    expect(row).toMatchObject({ name: 'fast', storages: [{ id, cluster: [{ id: t.cluster }] }] })
  })
})

describe('people', () => {
  it('change how the monitor host of Ceph is reached, and no other place', async () => {
    const way = { ip_addr: '192.0.2.9', ssh_port: 22, login: 'root', password: 'Old-pass-1' }
    const id = await add('rbd', { type: 'ceph', storage_params: way })
    const { prisma } = t.database
    await prisma.storage.update({ where: { id }, data: { host_key: 'known' } })
    const before = await prisma.storage.findUniqueOrThrow({ where: { id } })
    const edit = (of: number, body: object) => t.admin.post(`/vm/v3/storage/${of}`, body)
    expect((await edit(id, { storage_params: { login: 'ceph', password: '' } })).status).toBe(200)
    expect((await read(id)).storage_params).toMatchObject({ ip_addr: '192.0.2.9', login: 'ceph', password: '' })
    expect(await prisma.storage.findUniqueOrThrow({ where: { id } })).toMatchObject({
      password: before.password,
      host_key: 'known',
    })
    expect((await edit(id, { storage_params: { ip_addr: '192.0.2.10', password: 'New-pass-1' } })).status).toBe(200)
    const after = await prisma.storage.findUniqueOrThrow({ where: { id } })
    expect(after).toMatchObject({ host_key: null, storage_params: { ip_addr: '192.0.2.10', login: 'ceph' } })
    expect(after.password).not.toEqual(before.password)
    for (const params of [{ ip_addr: 'host;ls' }, { login: 'Root' }, { ssh_port: 70_000 }, { nas_storage_path: '/x' }])
      expect(await edit(id, { storage_params: params })).toMatchObject({ status: 400 })
    const nas = await add('fixed', { type: 'nas', storage_params: { ip_addr: '192.0.2.8', nas_storage_path: '/y' } })
    expect(await edit(nas, { storage_params: { ip_addr: '192.0.2.9' } })).toMatchObject({
      status: 400,
      body: { error: { value: 'storage_params', msg: expect.stringMatching(/stays: add another storage/) } },
    })
  })

  it('disable a storage for new disks, and make another the main one first', async () => {
    const main = await mainOf()
    expect(await t.admin.post(`${at(main)}/disable`, {})).toMatchObject({ status: 409 })
    expect(await t.admin.post(`/vm/v3/storage/${main}/change_state`, { state: 'disabled' })).toMatchObject({
      status: 409,
    })
    const id = await add('other')
    await t.done(await attach(id, '/srv/other'))
    await t.done(await t.admin.post(`${at(id)}/disable`, {}))
    expect(await t.create({ name: 'no', storage: id })).toMatchObject({ status: 400 })
    expect(await t.admin.post(`${at(id)}/make_main`, {})).toMatchObject({ status: 409 })
    await t.done(await t.admin.post(`${at(id)}/enable`, {}))
    expect((await t.admin.post(`${at(id)}/make_main`, {})).status).toBe(200)
    expect((await read(main)).clusters).toMatchObject([{ is_main: false }])
    expect((await t.admin.post(`${at(main)}/make_main`, {})).status).toBe(200)
    const state = `/vm/v3/storage/${id}/node/${t.nodes[0]}/change_state`
    expect(await t.admin.post(state, { state: 'gone' })).toMatchObject({ status: 400 })
    expect((await t.admin.post(state, { state: 'disabled' })).status).toBe(200)
    const body = { name: 'no', storage: id, node: t.nodes[0], cluster: t.cluster, os: t.os, password: 'Guest-pass-1' }
    expect(await t.admin.post('/vm/v3/host', body)).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/has the storage disabled/) } },
    })
  })

  it('decide about volumes that no record knows, and see disks whose volume is gone', async () => {
    const id = await add('listed')
    await t.done(await attach(id, '/srv/listed'))
    const made = await t.done(await t.create({ name: 'lost', storage: id, hdd_mib: 4096 }))
    const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: made.id } })
    const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: disk.node_id ?? 0 } })
    await dummyNode(node.ip).store.update((state) => {
      delete state.files[disk.path ?? '']
      state.files['/srv/listed/unknown.qcow2'] = { kind: 'volume', size_mib: 100, backing: null }
    })
    await t.done(await t.admin.post(`/vm/v3/storage/${id}/compare`, {}))
    const findings = `/vm/v3/storage/${id}/finding`
    const { list } = (await t.admin.get(`${findings}?orderby=kind`)).body
    expect(list).toMatchObject([
      { kind: 'disk', disk: { id: disk.id } },
      { kind: 'volume', name: 'unknown.qcow2', node: { id: node.id } },
    ])
    expect((await t.admin.get(`/vm/v3/problem?entity=storage&id=${id}`)).body.list).toMatchObject([
      { kind: 'storage_disk', part: `lost: ${disk.name}`, hosts: 1 },
    ])
    expect(await t.admin.delete(`${findings}/${list[0].id}`)).toMatchObject({ status: 400 })
    await t.done(await t.admin.delete(`${findings}/${list[1].id}`))
    expect((await dummyNode(node.ip).store.read()).files['/srv/listed/unknown.qcow2']).toBeUndefined()
    expect((await read(id)).finding_count).toBe(1)
  })
})

describe('a node', () => {
  it('lists what it has for itself, as all nodes together do', async () => {
    const id = await add('local-one')
    await t.done(await attach(id, '/srv/local-one'))
    const nas = await add('shared-one', {
      type: 'nas',
      storage_params: { ip_addr: '192.0.2.5', nas_storage_path: '/z' },
    })
    await t.done(await t.admin.post(at(nas), { virt_pool: { nas_storage_path: '/nas/shared-one' } }))
    type Row = { id: number; node: { id: number }; state: string; total_mib: number }
    const list = async (path: string) => (await t.admin.get(`/vm/v3${path}?limit=500`)).body.list as Row[]
    const own = await list(`/node/${t.nodes[0]}/local_storage`)
    expect(own.every(({ node }) => node.id === t.nodes[0])).toBe(true)
    expect(own).toContainEqual(
      expect.objectContaining({
        ...{ id, name: 'local-one', type: 'file', state: 'active', enabled: true, is_main: false, error: null },
        ...{ node: { id: t.nodes[0], name: 'n1' }, cluster: { id: t.cluster, name: 'cl1' } },
      }),
    )
    const all = await list('/storage/local')
    expect(all.filter((one) => one.id === id).map(({ node }) => node.id)).toEqual([...t.nodes])
    // What all nodes share belongs to none of them.
    for (const rows of [own, all]) expect(rows.some((one) => one.id === nas)).toBe(false)
    expect(all.filter(({ node }) => node.id === t.nodes[0])).toEqual(own)
    for (const path of [`/node/${t.nodes[0]}/local_storage`, '/storage/local'])
      expect((await t.ann.get(`/vm/v3${path}`)).status).toBe(403)
    expect((await t.admin.get('/vm/v3/node/99999/local_storage')).status).toBe(404)
  })

  it('says how it is connected, and no password', async () => {
    const params = (id: number) => t.admin.get(`/vm/v3/node/${t.nodes[0]}/storage/${id}/connect_params`)
    const SECRET = 'Secret-of-the-monitor-1'
    const way = { ip_addr: '192.0.2.11', ssh_port: 22, login: 'root', password: SECRET }
    const ceph = await add('with-password', { type: 'ceph', storage_params: way })
    await t.done(await t.admin.post(at(ceph), { virt_pool: { rbd_pool_name: 'secrets' } }))
    const answer = await params(ceph)
    expect(answer).toMatchObject({ status: 200, body: { kind: 'ceph', source: 'secrets', ip_addr: '192.0.2.11' } })
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${SECRET}|password|key`, 'i'))
    const nas = await add('mounted', {
      type: 'nas',
      storage_params: { ip_addr: '192.0.2.12', nas_storage_path: '/exp' },
    })
    await t.done(await t.admin.post(at(nas), { virt_pool: { nas_storage_path: '/nas/mounted' } }))
    expect((await params(nas)).body).toMatchObject({
      kind: 'nas',
      folder: '/nas/mounted',
      source: '192.0.2.12:/exp',
      options: expect.arrayContaining(['_netdev']),
    })
    const apart = await add('attached-nowhere')
    expect((await params(apart)).status).toBe(404)
  })

  it('is checked alone, and is the only one to lose what it has lost', async () => {
    const id = await add('checked')
    await t.done(await attach(id, '/srv/checked'))
    const check = (node: number) => t.admin.post(`/vm/v3/node/${node}/storage/${id}/check`, {})
    const states = async () =>
      (await t.admin.get(`/vm/v3/storage/${id}/node?orderby=id`)).body.list.map(({ state }: { state: string }) => state)
    const { store } = dummyNode('198.51.100.1')
    const identity = (await store.read()).storages?.['/srv/checked'] ?? ''
    await store.update((state) => {
      delete state.storages?.['/srv/checked']
    })
    // Not looked at yet.
    await t.done(await check(t.nodes[1]))
    expect(await states()).toEqual(['active', 'active'])
    const { body } = await check(t.nodes[0])
    expect(body).toMatchObject({ id })
    expect(await t.ended(body.task)).toMatchObject({ error: { msg: expect.stringMatching(/not this storage/) } })
    expect(await states()).toEqual(['failed', 'active'])
    await store.update((state) => {
      state.storages = { ...state.storages, '/srv/checked': identity }
    })
    await t.done(await check(t.nodes[0]))
    expect(await states()).toEqual(['active', 'active'])
    expect((await t.admin.post(`/vm/v3/node/99999/storage/${id}/check`, {})).status).toBe(404)
  })
})

describe('use over time', () => {
  it('is kept by the hour, and by the day', async () => {
    const id = await mainOf()
    await lookAt(t.nodes[0], soon())
    for (const _ of [1, 2]) await t.done(await t.admin.post(`${at(id)}/check`, {}))
    const use = async (days: number) =>
      ((await t.admin.get(`/vm/v3/storage/${id}/use?days=${days}`)).body.list as { at: string }[]).map(({ at }) => at)
    const hours = await use(7)
    // Whatever the time of day: it was looked at within one hour, or two.
    expect(hours.length).toBeGreaterThan(0)
    expect(hours).toEqual([...new Set(hours.map((at) => `${at.slice(0, 13)}:00:00Z`))])
    await rollUpStorageUse(soon(), Date.now() / 1000 + 2 * 86_400)
    expect(await use(30)).toEqual([...new Set(hours.map((at) => `${at.slice(0, 10)}T00:00:00Z`))])
  })

  it('leads to the day at which it will be full, on each node and on all of them', async () => {
    const id = await mainOf()
    const { rows } = await t.database.pool.query<{ node_id: number }>(
      'select node_id from node_storage where storage_id = $1 order by 1',
      [id],
    )
    const [first, second] = rows.map(({ node_id }) => node_id)
    expect(second).toBeDefined()
    await t.database.pool.query('delete from node_storage where storage_id = $1 and node_id <> all($2::int[])', [
      id,
      [first, second],
    ])
    /** Its size and how much of it was used on so many past days, the last of them yesterday. */
    const fill = async (node: number | undefined, total: number, used: readonly number[]) => {
      await t.database.pool.query('delete from storage_use where storage_id = $1 and node_id = $2', [id, node])
      for (const [n, mib] of used.entries())
        await t.database.pool.query(
          "insert into storage_use (storage_id, node_id, level, at, total_mib, used_mib, promised_mib) values ($1, $2, 86400, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - $3::int * interval '1 day', $4, $5, 0)",
          [id, node, used.length - n, total, mib],
        )
      await t.database.pool.query(
        'update node_storage set total_mib = $3, used_mib = $4 where storage_id = $1 and node_id = $2',
        [id, node, total, used.at(-1)],
      )
    }
    const use = async (query = '') => (await t.admin.get(`/vm/v3/storage/${id}/use${query}`)).body
    const problems = async () =>
      (await t.admin.get('/vm/v3/problem')).body.list.filter(({ kind }: { kind: string }) => kind === 'storage_fills')
    const line = (from: number, step: number, days = 10) => Array.from({ length: days }, (_, n) => from + n * step)

    await fill(first, 1010, line(500, 10, 3))
    await fill(second, 1000, line(500, 0, 3))
    expect(await use()).toMatchObject({ growth_mib_per_day: null, full_in_days: null })
    await fill(first, 1010, line(600, 20))
    await fill(second, 1000, line(500, 0))
    expect(await use(`?node=${first}`)).toMatchObject({ growth_mib_per_day: expect.closeTo(20, 6), full_in_days: 11 })
    expect((await use(`?node=${first}`)).list.at(-1)).toMatchObject({ total_mib: 1010, used_mib: 780 })
    expect(await use(`?node=${second}`)).toMatchObject({ growth_mib_per_day: expect.closeTo(0, 6), full_in_days: null })
    expect(await use()).toMatchObject({ growth_mib_per_day: expect.closeTo(20, 6), full_in_days: 36 })
    expect((await use()).list.at(-1)).toMatchObject({ total_mib: 2010, used_mib: 1280 })
    const { list } = (await t.admin.get(`/vm/v3/storage/${id}/node?orderby=id`)).body
    expect(list.map(({ full_in_days }: { full_in_days: number | null }) => full_in_days)).toEqual([11, null])

    const { name } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: first ?? 0 } })
    expect(await problems()).toMatchObject([
      { entity: 'storage', id, severity: 'warning', part: name, figure: { value: 11, limit: 14 } },
    ])
    // One that takes nothing more is full, and of what all nodes share none is named.
    await fill(first, 1010, line(780, 20))
    expect(await problems()).toEqual([])
    await fill(first, 1010, line(600, 20))
    await fill(second, 1010, line(600, 20))
    await t.database.pool.query("update storage set type = 'nas' where id = $1", [id])
    expect(await problems()).toMatchObject([{ id, part: null }])
    expect((await use()).full_in_days).toBe(11)
  })
})
