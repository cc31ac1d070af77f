import { describe, expect, it } from 'vitest'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { add, at, attach, mainOf, onCluster, read, t } from './storage-fixture.ts'

onCluster()

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
