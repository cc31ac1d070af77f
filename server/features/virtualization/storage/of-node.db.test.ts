import { describe, expect, it } from 'vitest'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { add, at, attach, onCluster, t } from './storage-fixture.ts'

onCluster()

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
