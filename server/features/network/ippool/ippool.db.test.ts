import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { allocateNamed } from '../allocation/named.ts'
import { networkFixture } from '../fixture.ts'

let net: Awaited<ReturnType<typeof networkFixture>>
beforeAll(async () => {
  net = await networkFixture()
})
afterAll(() => net.api.close())
beforeEach(() => net.clear())

describe('pools', () => {
  it('show the fields of both contracts through every base', async () => {
    const id = await net.addPool('frankfurt')
    await net.addNet('192.0.2.0/24', '192.0.2.1')
    await net.addRange(id, '192.0.2.0/25')
    await net.addRange(id, '2001:db8::/64')
    await net.give(id, 3)
    const answers = await Promise.all(
      ['/vm/v3', '/ip/v3', '/dci/v3/ipmgr', '/api/vm/v3'].map((base) => net.api.admin.get(`${base}/ippool/${id}`)),
    )
    for (const { body } of answers)
      expect(body).toEqual({
        id,
        name: 'frankfurt',
        note: '',
        userspace: 1,
        is_public: true,
        auto_selection_allowed: true,
        total_ip: (126n + 2n ** 64n).toString(),
        using_ip: '3',
        ipv4: { total: 126, used: 3 },
        ipv6: { total: 2 ** 64, used: 0 },
        min_ipv6_prefix: 64,
        ranges: 2,
        clusters: [],
        version: 1,
      })
    expect((await net.api.admin.get(`/ip/v3/ippool?where=name CP 'frank%25'`)).body).toMatchObject({
      size: 1,
      list: [{ id, total_ip: (126n + 2n ** 64n).toString() }],
    })
  })

  it('are found by their clusters and ranges, and sorted by size', async () => {
    const cluster = (
      await net.api.database.prisma.cluster.create({ data: { name: 'cl1', virtualization_type: 'kvm' } })
    ).id
    const [a, b] = [await net.addPool('a'), await net.addPool('b')]
    await net.addRange(a, '10.0.0.1-10.0.0.9')
    await net.addRange(b, '10.0.1.1')
    await net.made(net.api.admin.post(`/vm/v3/ippool/${b}/cluster`, { clusters: [{ id: cluster, interface: 1 }] }))
    const ids = async (query: string) =>
      (await net.api.admin.get(`/vm/v3/ippool?${query}`)).body.list.map((row: { id: number }) => row.id)
    expect(await ids(`where=cluster EQ ${cluster}`)).toEqual([b])
    expect(await ids(`where=cluster.interface EQ 0`)).toEqual([])
    expect(await ids(`where=range.name CP '10.0.0.%25'`)).toEqual([a])
    expect(await ids('orderby=total_ip desc')).toEqual([a, b])
    expect(await ids('where=total_ip GT 5')).toEqual([a])
    expect((await net.api.admin.get(`/vm/v3/ippool/${b}`)).body.clusters).toEqual([
      { id: cluster, name: 'cl1', type: 'kvm' },
    ])
  })

  it('are connected to clusters by id or name, and taken away again', async () => {
    for (const name of ['one', 'two'])
      await net.api.database.prisma.cluster.create({ data: { name, virtualization_type: 'kvm' } })
    const id = await net.addPool('a')
    const rows = async () =>
      (await net.api.admin.get(`/vm/v3/ippool/${id}/cluster`)).body.list.map(
        (row: { name: string; enabled: boolean; interface: number }) => [row.name, row.enabled, row.interface],
      )
    await net.made(net.api.admin.post(`/ip/v3/ippool/${id}/cluster`, { clusters: [{ name: 'two', interface: 1 }] }))
    expect(await rows()).toEqual([
      ['one', false, 0],
      ['two', true, 1],
    ])
    await net.made(
      net.api.admin.post(`/vm/v3/ippool/${id}/cluster`, {
        clusters: [
          { id: 2, enabled: false },
          { id: 1, name: 'x' },
        ],
      }),
    )
    expect(await rows()).toEqual([
      ['one', true, 0],
      ['two', false, 0],
    ])
    expect(await net.refused(net.api.admin.post(`/vm/v3/ippool/${id}/cluster`, { clusters: [{ id: 77 }] }), 400)).toBe(
      'Cluster 77 does not exist',
    )
    expect((await net.api.admin.get('/vm/v3/ippool/77/cluster')).status).toBe(404)
  })

  it('are changed field by field through each contract, with a version', async () => {
    const id = await net.addPool('a')
    await net.made(net.api.admin.post(`/vm/v3/ippool/${id}`, { auto_selection_allowed: false }))
    await net.made(net.api.admin.post(`/dci/v3/ipmgr/ippool/${id}`, { note: 'for guests', is_public: false }))
    await net.made(net.api.admin.post(`/ip/v3/ippool/${id}`, { name: 'b', auto_selection_allowed: true }))
    const { body, headers } = await net.api.admin.get(`/vm/v3/ippool/${id}`)
    expect(body).toMatchObject({
      name: 'b',
      note: 'for guests',
      is_public: false,
      auto_selection_allowed: true,
      version: 4,
    })
    expect(headers.get('etag')).toBe('"4"')
    expect((await net.api.admin.post(`/vm/v3/ippool/${id}`, { name: 'c' })).body.error).toMatchObject({
      code: 3008,
      value: 'name',
    })
    const stale = net.api.admin.post(`/ip/v3/ippool/${id}`, { name: 'c' }, { headers: { 'if-match': '"3"' } })
    expect(await net.refused(stale, 409)).toBe(`Pool ${id} was changed meanwhile: read it again`)
    await net.addPool('taken')
    expect(await net.refused(net.api.admin.post(`/ip/v3/ippool/${id}`, { name: 'taken' }), 409)).toBe(
      'A pool named taken already exists',
    )
    expect(await net.refused(net.api.admin.post('/ip/v3/userspace/public/ippool', { name: ' ' }), 400)).toBe(
      'name: a pool needs a name',
    )
    expect((await net.api.admin.post('/vm/v3/ippool/99', {})).status).toBe(404)
  })

  it('are removed with their ranges unless they are in use', async () => {
    const id = await net.addPool('a')
    await net.addRange(id, '10.0.0.1-10.0.0.9')
    for (const name of ['vm1', 'vm2', 'vm3'])
      await net.give(id, 2, await net.addHost(name, net.api.ann.id), net.api.ann.id)
    expect(await net.refused(net.api.admin.delete(`/vm/v3/ippool/${id}`), 409)).toBe('Pool a is in use by 3 VMs')
    await transaction((work) => allocateNamed(work, { name: '10.0.0.9' }, {}))
    expect(await net.refused(net.api.admin.delete(`/vm/v3/range/1`), 409)).toBe(
      'Range 10.0.0.1-10.0.0.9 is in use by 3 VMs and 1 unassigned address',
    )
    await net.api.database.pool.query('delete from ip')
    expect((await net.api.admin.delete(`/ip/v3/ippool/${id}`)).body).toEqual({ id, deleted: [{ id }] })
    expect((await net.api.admin.get('/vm/v3/range')).body).toMatchObject({ size: 0, list: [] })
    expect((await net.api.admin.delete(`/ip/v3/ippool/${id}`)).status).toBe(404)
  })

  it('are the administrators’ alone', async () => {
    const id = await net.addPool('a')
    for (const path of ['/vm/v3/ippool', `/vm/v3/ippool/${id}`, '/ip/v3/ipnet', '/vm/v3/range', '/dci/v3/ipmgr/ip'])
      expect([path, (await net.api.ann.get(path)).status]).toEqual([path, 403])
    for (const [path, body] of [
      ['/ip/v3/userspace/public/ippool', { name: 'x' }],
      [`/vm/v3/ippool/${id}/range`, { name: '10.0.0.1' }],
      ['/ip/v3/ipnet', { name: '10.0.0.0/8' }],
    ] as const)
      expect([path, (await net.api.ann.post(path, body)).status]).toEqual([path, 403])
  })
})
