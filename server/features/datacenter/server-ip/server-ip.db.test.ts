import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { release as freeAgain } from '../../network/allocation/release.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

let dc: DeviceFixture
let server = 0
let other = 0
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  const rack = await dc.addRack(42)
  server = await dc.addServer('web', rack, 1)
  other = await dc.addServer('db', rack, 2)
  // Every test says which pools there are: of these the first gives IPv4, the second IPv6.
  const { admin } = dc.api
  await dc.made(admin.post('/dci/v3/ipmgr/ipnet', { name: '192.0.2.0/24', gateway: '192.0.2.1' }))
  await addPool('v4', '192.0.2.0/24')
  await addPool('v6', '2001:db8::/64')
})
afterAll(() => dc.close())
beforeEach(async () => {
  await dc.prisma.server.updateMany({ data: { owner_id: null } })
  const used = await dc.prisma.ip.findMany({ select: { id: true } })
  await transaction((work) => freeAgain(work, { ids: used.map(({ id }) => id) }))
})

async function addPool(name: string, range: string, more: object = {}) {
  const id = await dc.made(dc.api.admin.post('/dci/v3/ipmgr/ippool', { name, ...more }))
  await dc.made(dc.api.admin.post(`/vm/v3/ippool/${id}/range`, { name: range }))
  return id
}
const give = (to: number, body: object = {}) =>
  dc.api.admin.post(`/dci/v3/server/${to}/ip`, { domain: 'web.example.com', family: 'ipv4', ...body })
const given = async (to: number, body: object = {}) => {
  const id = await dc.made(give(to, body))
  await dc.until(async () => (await read(id)).status === 'ok')
  return id
}
const read = async (id: number) => (await dc.api.admin.get(`/dci/v3/ip/${id}`)).body
const addressesOf = async (id: number) => (await dc.api.admin.get(`/dci/v3/server/${id}`)).body.ip
const release = async (id: number) => {
  const { status, body } = await dc.api.admin.delete(`/dci/v3/ip/${id}`)
  expect([status, body]).toEqual([200, { id, deleted: [{ id }] }])
  await dc.until(async () => (await dc.api.admin.get(`/dci/v3/ip/${id}`)).status === 404)
}

describe('addresses of servers', () => {
  it('are given, shown with all fields, and released', async () => {
    const id = await dc.made(give(server))
    expect(await read(id)).toEqual({
      id,
      name: '192.0.2.2',
      domain: 'web.example.com',
      gateway: '192.0.2.1',
      network: '192.0.2.0/24',
      mask: '255.255.255.0',
      server: 'web',
      server_id: server,
      family: 'ipv4',
      status: 'allocating',
      status_info: {},
      is_main: true,
      ippool: expect.any(Number),
      host: null,
    })
    await dc.until(async () => (await read(id)).status === 'ok')
    const six = await given(server, { family: 'ipv6' })
    expect(await read(six)).toMatchObject({ family: 'ipv6', name: '2001:db8::', gateway: '', is_main: false })
    expect((await dc.api.admin.get(`/dci/v3/server/${server}/ip?where=family EQ ipv6`)).body).toMatchObject({
      size: 1,
      list: [{ id: six, server: 'web' }],
    })
    expect((await dc.api.admin.get("/vm/v3/ip?where=server.name EQ 'web'")).body.list).toMatchObject([
      { id, host: null, server: { id: server, name: 'web' } },
      { id: six },
    ])
    await release(id)
    expect(await addressesOf(server)).toMatchObject([{ id: six, is_main: false }])
    await release(six)
    expect(await addressesOf(server)).toEqual([])
  })

  it('have one main one, which passes on when it is released', async () => {
    const [first, second, third] = [await given(server), await given(server), await given(server)]
    expect((await addressesOf(server)).map((ip: { id: number }) => ip.id)).toEqual([first, second, third])
    await dc.made(dc.api.admin.post(`/dci/v3/ip/${third}/main`, {}))
    const main = async () => (await addressesOf(server)).filter((ip: { is_main: boolean }) => ip.is_main)
    expect(await main()).toMatchObject([{ id: third }])
    await release(third)
    expect(await main()).toMatchObject([{ id: first }])
    const fourth = await given(server, { set_as_main_ipv4: true })
    expect(await main()).toMatchObject([{ id: fourth }])
    const six = await given(server, { family: 'ipv6' })
    expect(await dc.refused(dc.api.admin.post(`/dci/v3/ip/${six}/main`, {}), 400)).toMatch(/is not an IPv4 address/)
    expect(await dc.refused(give(server, { family: 'ipv6', set_as_main_ipv4: true }), 400)).toMatch(/main address/)
  })

  it('belong to the owner of the server, who changes their domain alone', async () => {
    const { ann, bob, admin } = dc.api
    const id = await given(server)
    await dc.made(admin.post(`/dci/v3/server/${server}/owner`, { owner: ann.id }))
    expect((await ann.get('/dci/v3/ip')).body).toMatchObject({ size: 1, list: [{ id, server: 'web' }] })
    expect((await bob.get('/dci/v3/ip')).body.size).toBe(0)
    expect([(await bob.get(`/dci/v3/ip/${id}`)).status, (await bob.get(`/dci/v3/server/${server}/ip`)).status]).toEqual(
      [404, 404],
    )
    await dc.made(ann.post(`/dci/v3/ip/${id}`, { domain: 'mail.example.com' }))
    expect(await addressesOf(server)).toMatchObject([{ id, domain: 'mail.example.com' }])
    expect((await bob.post(`/dci/v3/ip/${id}`, { domain: 'x.example.com' })).status).toBe(404)
    expect([
      (await ann.delete(`/dci/v3/ip/${id}`)).status,
      (await ann.post(`/dci/v3/ip/${id}/main`, {})).status,
    ]).toEqual([403, 403])
    await dc.made(admin.delete(`/dci/v3/server/${server}/owner`))
    expect((await ann.get(`/dci/v3/ip/${id}`)).status).toBe(404)
  })

  it('come from where it was asked for, and only from pools that serve the place', async () => {
    const { admin } = dc.api
    const far = await dc.addLocation('Oslo')
    const farPool = await addPool('oslo', '198.51.100.0/28', { location: far })
    const nearPool = await addPool('near', '203.0.113.0/28', { location: dc.location })
    const farNet = await dc.made(admin.post('/dci/v3/ipmgr/ipnet', { name: '198.51.100.0/24', location: far }))
    expect((await admin.get(`/dci/v3/ipmgr/ippool?where=location.name EQ 'Oslo'`)).body.list).toMatchObject([
      { id: farPool, location: { id: far, name: 'Oslo' } },
    ])
    expect((await admin.get(`/dci/v3/ipmgr/ipnet/${farNet}`)).body.location).toEqual({ id: far, name: 'Oslo' })
    // That of the own location goes first.
    expect(await read(await given(server))).toMatchObject({ name: '203.0.113.0', ippool: nearPool })
    expect(await dc.refused(give(server, { ip_pool: farPool }), 400)).toBe(
      'Pool oslo is for Oslo, but server web is in Frankfurt',
    )
    expect(await dc.refused(give(server, { ip_net: farNet }), 400)).toMatch(/is for Oslo/)
    expect(await dc.refused(give(server, { ip_name: '198.51.100.5' }), 400)).toMatch(/does not serve the location/)
    expect(await dc.refused(give(server, { ip_pool: 999 }), 400)).toBe('Pool 999 does not exist')
    expect(await dc.refused(give(server, { ip_name: '2001:db8::1' }), 400)).toBe('2001:db8::1 is not an IPv4 address')
    expect(await dc.refused(give(server, { userspace: 7 }), 400)).toBe('No pool of userspace 7 serves Frankfurt')
    const net = (await admin.get("/dci/v3/ipmgr/ipnet?where=name EQ '192.0.2.0/24'")).body.list[0].id
    expect(await read(await given(server, { ip_net: net }))).toMatchObject({ network: '192.0.2.0/24' })
    const named = await given(server, { ip_name: '192.0.2.77', ip_net: net })
    expect((await read(named)).name).toBe('192.0.2.77')
    expect(await dc.refused(give(other, { ip_name: '192.0.2.77' }), 409)).toBe(
      '192.0.2.77 is already used by the server web',
    )
    expect(await dc.refused(admin.delete(`/dci/v3/ipmgr/ippool/${nearPool}`), 409)).toBe(
      'Pool near is in use by 1 server',
    )
    // Nor is it moved there afterwards.
    const [{ id: mine }] = await addressesOf(server)
    const move = (ip_addr: string) => admin.post(`/vm/v3/ip/${mine}`, { values: { ip_addr } })
    expect(await dc.refused(move('198.51.100.5'), 400)).toBe(
      '198.51.100.5 belongs to pool oslo, which is for Oslo, but server web is in Frankfurt',
    )
    await dc.made(move('203.0.113.9'))
    await dc.made(admin.post(`/ip/v3/ippool/${nearPool}`, { location: null }))
    expect((await admin.get(`/dci/v3/ipmgr/ippool/${nearPool}`)).body).not.toHaveProperty('location')
  })

  it('are given once each to concurrent callers', async () => {
    const pool = await addPool('race', '10.0.0.0/27')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => give(at % 2 ? server : other, { ip_pool: pool })),
    )
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.id)
    expect([ids.length, new Set(ids).size]).toEqual([32, 32])
    for (const { status, body } of answers)
      if (status !== 200) expect(body.error.msg).toBe('No free IPv4 address in the pool race')
    const mains = await dc.prisma.$queryRaw`
      select count(*)::int as n from server s join ip i on i.id = s.main_ip_id and i.server_id = s.id`
    expect(mains).toEqual([{ n: 2 }])
    expect(await dc.prisma.ip.count({ where: { ippool_id: pool } })).toBe(32)
  })

  it('are free again when their server is removed', async () => {
    const rack = await dc.addRack(4)
    const id = await dc.addServer('gone', rack, 1)
    const address = (await read(await given(id, { ip_name: '192.0.2.99' }))).id
    await dc.made(dc.api.admin.delete(`/dci/v3/server/${id}`))
    expect((await dc.api.admin.get(`/dci/v3/ip/${address}`)).status).toBe(404)
    expect((await read(await given(server, { ip_name: '192.0.2.99' }))).server).toBe('web')
  })
})
