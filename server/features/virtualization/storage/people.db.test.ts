import { describe, expect, it } from 'vitest'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { add, at, attach, mainOf, onCluster, read, t } from './storage-fixture.ts'

onCluster()

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
