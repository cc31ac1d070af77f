import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { taskDefinitions } from '../../../task-definitions.ts'
import { startWorker } from '../../../tasks/worker.ts'
import { networkFixture } from '../fixture.ts'
import { fakeNameServers } from './fake-zones.ts'
import { readBack } from './read-back.ts'

let net: Awaited<ReturnType<typeof networkFixture>>
let worker: ReturnType<typeof startWorker>
const servers: Parameters<typeof fakeNameServers>[0] = new Map()
const big = { zones: ['2.0.192.in-addr.arpa', '8.b.d.0.1.0.0.2.ip6.arpa'], records: new Map<string, string>() }

beforeAll(async () => {
  net = await networkFixture()
  fakeNameServers(servers)
  worker = startWorker({ definitions: taskDefinitions })
})
afterAll(async () => {
  await worker.stop(5000)
  await net.api.close()
  vi.restoreAllMocks()
})
beforeEach(async () => {
  await settled()
  await net.clear()
  await net.api.database.pool.query('truncate name_server restart identity cascade')
  big.records.clear()
  servers.clear()
  servers.set('ns1.example.com', { ...big })
})

const key = { kind: 'rfc2136', key_name: 'panel', secret: 'c2VjcmV0' }
const addServer = async (over: object = {}) => {
  const body = { name: 'ns1', address: 'ns1.example.com', ...key, ...over }
  const answer = await net.api.admin.post('/ip/v3/name_server', body)
  expect(answer).toMatchObject({ status: 200 })
  await settled()
  return answer.body.id as number
}
/** All tasks have ended. */
const settled = () =>
  expect.poll(() => net.api.database.prisma.task.count({ where: { ended_at: null } }), { interval: 10 }).toBe(0)
const serverRow = async (id: number) => (await net.api.admin.get(`/ip/v3/name_server/${id}`)).body

/** A VM of Ann with one address: 192.0.2.2. */
async function annsVm(change = true) {
  const { ann, database } = net.api
  await net.addNet('192.0.2.0/24', '192.0.2.1')
  const pool = await net.addPool('a')
  await net.addRange(pool, '192.0.2.0/24')
  const host = await net.addHost('web1', ann.id)
  await database.prisma.cluster.updateMany({ data: { domain_change_allowed: change } })
  const [address] = await net.give(pool, 1, host, ann.id)
  return { host, pool, ip: address!.id }
}
const row = async (ip: number) => (await net.api.admin.get(`/vm/v3/ip?where=id EQ ${ip}`)).body.list[0]

describe('a reverse record', () => {
  it('is written, read back, changed and removed', async () => {
    const { ann } = net.api
    await addServer()
    const { host, ip } = await annsVm()
    const { status, body } = await ann.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'Web1.Example.COM.' })
    expect([status, body]).toEqual([200, { id: ip, task: expect.any(Number) }])
    expect((await ann.get(`/vm/v3/task?where=consul_id EQ ${body.task}`)).body.list).toMatchObject([
      { name: 'host_ptr' },
    ])
    await settled()
    expect(big.records.get('2.2.0.192.in-addr.arpa')).toBe('web1.example.com')
    expect(await row(ip)).toMatchObject({
      domain: 'web1.example.com',
      ptr: 'web1.example.com',
      ptr_status: 'ok',
      ptr_found: 'web1.example.com',
    })
    expect((await ann.get(`/vm/v3/host/${host}/ptr`)).body).toMatchObject({
      size: 1,
      list: [
        {
          family: 2,
          gateway: '192.0.2.1',
          network: '192.0.2.0',
          prefix: 24,
          ip_count: 1,
          ip: [{ id: ip, name: '192.0.2.2', domain: 'web1.example.com', status: 'ok', found: ['web1.example.com'] }],
        },
      ],
    })
    const at = `/vm/v3/host/${host}/ptr`
    expect((await ann.post(`${at}/web1.example.com`, { domain: 'müller.example' })).status).toBe(200)
    await settled()
    expect(big.records.get('2.2.0.192.in-addr.arpa')).toBe('xn--mller-kva.example')
    expect((await ann.delete(`${at}/192.0.2.2`)).body).toEqual({ id: ip, task: expect.any(Number) })
    await settled()
    expect(big.records.size).toBe(0)
    expect(await row(ip)).toMatchObject({ ptr: null, ptr_status: 'none', domain: 'xn--mller-kva.example' })
    expect((await ann.delete(`${at}/web1.example.com`)).status).toBe(404)
  })

  it('is added for IPv6 addresses of the VM, and for no other', async () => {
    const { ann, database } = net.api
    await addServer()
    const { host } = await annsVm()
    const at = `/vm/v3/host/${host}/ptr`
    const data = { ip_addr: '2001:db8::5', family: 10, mask: '64', state: 'ok', host_id: host, account_id: ann.id }
    const six = await database.prisma.ip.create({ data })
    const added = await ann.post(at, { name: '2001:DB8:0::5', domain: 'six.example.com' })
    expect(added).toMatchObject({ status: 200, body: { id: six.id } })
    await settled()
    expect([...big.records.values()]).toEqual(['six.example.com'])
    expect((await ann.get(at)).body.list).toMatchObject([
      { family: 2, ip: [{ domain: '', status: 'none' }] },
      { family: 10, network: '2001:db8::5', prefix: 128, ip: [{ name: '2001:db8::5', status: 'ok' }] },
    ])
    for (const [body, words] of [
      [{ name: '2001:db8::6', domain: 'a.example' }, 'name: 2001:db8::6 is no address of the VM'],
      [
        { name: '::ffff:192.0.2.2', domain: 'a.example' },
        'name: an IPv6 address; those of IPv4 have an operation of their own',
      ],
      [{ name: '2001:db8::5', domain: '' }, 'domain: must not be empty'],
      [{ name: '2001:db8::5', domain: 'a b' }, 'domain: a host name, such as web1.example.com'],
      [{ name: '2001:db8::5', domain: '10.0.0.1' }, 'domain: a host name, such as web1.example.com'],
      [{ name: '2001:db8::5', domain: 'under_score.example' }, 'domain: a host name, such as web1.example.com'],
      [{ name: '2001:db8::5', domain: `${'a'.repeat(64)}.example` }, 'domain: a host name, such as web1.example.com'],
    ] as const)
      expect([words, await net.refused(ann.post(at, body), 400)]).toEqual([words, words])
  })

  it('is added for any address of an IPv6 subnet of the VM, up to a number', async () => {
    const { ann, database } = net.api
    await addServer()
    const { host } = await annsVm()
    const at = `/vm/v3/host/${host}/ptr`
    const data = { ip_addr: '2001:db8:1::1', family: 10, mask: '64', state: 'ok', host_id: host, account_id: ann.id }
    const six = await database.prisma.ip.create({ data: { ...data, prefix: '2001:db8:1::/64' } })
    const add = (name: string) => ann.post(at, { name, domain: 'sub.example.com' })
    for (const name of ['2001:db8:1::2', '2001:db8:1::ff'])
      expect(await add(name)).toMatchObject({ status: 200, body: { id: six.id } })
    expect(await net.refused(add('2001:db8:2::1'), 400)).toBe('name: 2001:db8:2::1 is no address of the VM')
    await settled()
    expect((await ann.get(at)).body.list[1]).toMatchObject({
      network: '2001:db8:1::',
      prefix: 64,
      ip_count: 3,
      ip: [
        { id: six.id, name: '2001:db8:1::1', domain: '', status: 'none' },
        { id: six.id, name: '2001:db8:1::2', domain: 'sub.example.com', status: 'ok' },
        { id: six.id, name: '2001:db8:1::ff', status: 'ok' },
      ],
    })
    expect(await net.refused(ann.delete(`${at}/sub.example.com`), 400)).toBe(
      'Several reverse records of the VM are sub.example.com: name the address instead',
    )
    await database.pool.query(
      `insert into ptr (ip_addr, family, domain, ip_id, status)
       select '2001:db8:1::1:0'::inet + n, 10, 'many.example', $1::int, 'ok' from generate_series(1, 254) n`,
      [six.id],
    )
    expect(await net.refused(add('2001:db8:1::3'), 409)).toBe(
      'The VM already has 256 reverse records: remove some first',
    )
    // All of them go with the subnet.
    await net.api.admin.delete(`/vm/v3/ip/${six.id}`)
    await settled()
    expect([big.records.size, await database.prisma.ptr.count()]).toEqual([0, 0])
  })

  it('belongs to those whose address it is', async () => {
    const { ann, bob, admin } = net.api
    await addServer()
    const { host, ip } = await annsVm(false)
    expect((await bob.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'b.example' })).status).toBe(404)
    expect((await bob.get(`/vm/v3/host/${host}/ptr`)).status).toBe(404)
    expect((await bob.post(`/vm/v3/host/${host}/ptr`, { name: '2001:db8::5', domain: 'b.example' })).status).toBe(404)
    // The cluster leaves domains to administrators.
    expect(await net.refused(ann.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'a.example' }), 403)).toContain(
      'Only administrators can change domains in this cluster',
    )
    expect((await admin.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'a.example' })).status).toBe(200)
    expect((await bob.delete(`/vm/v3/host/${host}/ptr/a.example`)).status).toBe(404)
    expect((await ann.delete(`/vm/v3/host/${host}/ptr/a.example`)).status).toBe(403)
    for (const who of [ann, bob]) expect((await who.get('/ip/v3/name_server')).status).toBe(403)
  })

  it('is refused in words that name where a name server is set up', async () => {
    const { ann } = net.api
    const { ip, host } = await annsVm()
    const enabled = async () => (await ann.get(`/vm/v3/host/${host}/ipv6`)).body.ipv6_ptr_enabled
    const set = () => net.refused(ann.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'a.example' }), 400)
    expect(await set()).toBe(
      'Reverse records need a name server, and none is set up: an administrator adds one under Networks and addresses, Name servers',
    )
    expect(await enabled()).toBe(false)
    await addServer({ zones: '198.51.100.0/24' })
    expect(await enabled()).toBe(true)
    expect(await set()).toBe(
      'No name server has a reverse zone for 192.0.2.2: an administrator adds the zone under Networks and addresses, Name servers',
    )
    expect(await net.api.database.prisma.ptr.count()).toBe(0)
  })

  it('goes to the server with the smallest zone', async () => {
    const { ann } = net.api
    const part = { zones: ['0/26.2.0.192.in-addr.arpa'], records: new Map<string, string>() }
    servers.set('ns2.example.com', part)
    await addServer()
    await addServer({ name: 'ns2', address: 'ns2.example.com', zones: '192.0.2.0/26' })
    const { ip } = await annsVm()
    await ann.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'a.example' })
    await settled()
    expect([big.records.size, [...part.records]]).toEqual([0, [['2.0/26.2.0.192.in-addr.arpa', 'a.example']]])
  })

  it('fails in words, and can be tried again', async () => {
    const { ann } = net.api
    await addServer()
    const { host, ip } = await annsVm()
    servers.get('ns1.example.com')!.secret = 'other'
    await ann.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'a.example' })
    await settled()
    expect(await row(ip)).toMatchObject({
      ptr: 'a.example',
      ptr_status: 'fail',
      ptr_fault: 'The name server ns1.example.com rejected this: secret',
    })
    expect((await ann.get('/vm/v3/problem')).body.list).toMatchObject([
      { kind: 'ptr', entity: 'host', id: host, part: '192.0.2.2' },
    ])
    delete servers.get('ns1.example.com')!.secret
    expect((await ann.post(`/vm/v3/host/${host}/ptr/a.example`, {})).status).toBe(200)
    await settled()
    expect(await row(ip)).toMatchObject({ ptr_status: 'ok', ptr_fault: null })
    expect((await ann.get('/vm/v3/problem')).body.list).toEqual([])
  })

  it('that the zone answers differently is a problem until it is written again', async () => {
    const { ann, admin, database } = net.api
    const id = await addServer()
    const { host, ip } = await annsVm()
    await ann.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'a.example' })
    await settled()
    big.records.set('2.2.0.192.in-addr.arpa', 'other.example')
    const old = async () => {
      await database.pool.query(`update ptr set read_at = now() - interval '1 hour'`)
      await readBack(id, AbortSignal.timeout(5000))
    }
    // What was read lately is not read again.
    await readBack(id, AbortSignal.timeout(5000))
    expect(await row(ip)).toMatchObject({ ptr_status: 'ok' })
    await old()
    expect(await row(ip)).toMatchObject({ ptr: 'a.example', ptr_status: 'drift', ptr_found: 'other.example' })
    for (const who of [ann, admin])
      expect((await who.get('/vm/v3/problem')).body.list).toMatchObject([
        { kind: 'ptr_drift', entity: 'host', id: host, part: '192.0.2.2', severity: 'warning' },
      ])
    await ann.post(`/vm/v3/host/${host}/ptr/192.0.2.2`, {})
    await settled()
    await old()
    expect(await row(ip)).toMatchObject({ ptr_status: 'ok', ptr_found: 'a.example' })
    expect((await admin.get('/vm/v3/problem')).body.list).toEqual([])
  })

  it('goes with its address, and does not hold up the release', async () => {
    const { ann, admin, database } = net.api
    await addServer()
    const { ip, pool } = await annsVm()
    await ann.post(`/vm/v3/ip/${ip}/ptr`, { domain: 'a.example' })
    await settled()
    servers.get('ns1.example.com')!.secret = 'other'
    await admin.delete(`/vm/v3/ip/${ip}`)
    await settled()
    expect((await admin.get('/vm/v3/ip')).body.size).toBe(0)
    // The name server did not take the removal: it is tried again, also when the address has been given to another VM.
    expect(await database.prisma.ptr.findMany()).toMatchObject([{ ip_id: null, domain: null, status: 'fail' }])
    expect(big.records.size).toBe(1)
    delete servers.get('ns1.example.com')!.secret
    const [again] = await net.give(pool, 1, await net.addHost('web2', net.api.bob.id), net.api.bob.id)
    expect(again!.ip_addr).toBe('192.0.2.2')
    await database.prisma.cluster.updateMany({ data: { domain_change_allowed: true } })
    await net.api.bob.post(`/vm/v3/ip/${again!.id}/ptr`, { domain: 'b.example' })
    await settled()
    expect([...big.records.values()]).toEqual(['b.example'])
    await admin.delete(`/vm/v3/ip/${again!.id}`)
    await settled()
    expect([big.records.size, await database.prisma.ptr.count()]).toEqual([0, 0])
  })
})

describe('a name server', () => {
  it('is checked, and its secret is in no answer', async () => {
    const { admin, database } = net.api
    const id = await addServer({ zones: '192.0.2.0/24; 8.B.D.0.1.0.0.2.ip6.arpa.' })
    expect(await serverRow(id)).toMatchObject({
      status: 'ok',
      fault: null,
      zones: '2.0.192.in-addr.arpa, 8.b.d.0.1.0.0.2.ip6.arpa',
      record_count: 0,
    })
    expect(JSON.stringify(await serverRow(id))).not.toContain('secret"')
    for (const table of ['name_server', 'task', 'audit', 'change']) {
      const { rows } = await database.pool.query(`select * from ${table}`)
      expect(JSON.stringify(rows)).not.toContain(key.secret)
    }
    await admin.post(`/ip/v3/name_server/${id}`, { zones: '203.0.113.0/24' })
    await settled()
    expect(await serverRow(id)).toMatchObject({
      status: 'fail',
      fault: 'The name server ns1.example.com does not hold these zones: 113.0.203.in-addr.arpa',
    })
    expect((await admin.get('/vm/v3/problem')).body.list).toMatchObject([
      { kind: 'name_server', entity: 'name_server', id },
    ])
    await admin.post(`/ip/v3/name_server/${id}`, { zones: '' })
    await settled()
    expect(await serverRow(id)).toMatchObject({ status: 'ok', zones: '' })
    expect((await admin.delete(`/ip/v3/name_server/${id}`)).body).toEqual({ id, deleted: [{ id }] })
    expect((await admin.post(`/ip/v3/name_server/${id}/check`)).status).toBe(404)
  })

  it('is refused with the field named', async () => {
    const { admin } = net.api
    await addServer()
    const add = (over: object) =>
      admin.post('/ip/v3/name_server', { name: 'ns2', address: 'ns2.example.com', ...key, ...over })
    for (const [over, status, value] of [
      [{ name: 'ns1' }, 409, 'name'],
      [{ address: 'a b' }, 400, 'address'],
      [{ address: '' }, 400, 'address'],
      [{ zones: 'example.com' }, 400, 'zones'],
      [{ zones: '192.0.2.0/23' }, 400, 'zones'],
      [{ zones: '192.0.2.1/24' }, 400, 'zones'],
      [{ key_name: '' }, 400, 'key_name'],
      [{ key_name: 'a..b' }, 400, 'key_name'],
      [{ secret: '' }, 400, 'secret'],
      [{ is_https: true }, 400, 'is_https'],
      [{ kind: 'power_dns' }, 400, 'key_name'],
      [{ port: 0 }, 400, 'port'],
      [{ kind: 'djbdns' }, 400, 'kind'],
    ] as const) {
      const answer = await add(over)
      expect([over, answer.status, answer.body.error?.value]).toEqual([over, status, value])
    }
  })
})
