import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taskDefinitions } from '../../../task-definitions.ts'
import { startWorker } from '../../../tasks/worker.ts'
import { networkFixture } from '../fixture.ts'

let net: Awaited<ReturnType<typeof networkFixture>>
beforeAll(async () => {
  net = await networkFixture()
})
afterAll(() => net.api.close())
beforeEach(() => net.clear())

describe('addresses', () => {
  it('show the fields of both contracts', async () => {
    const { admin, ann, bob } = net.api
    const network = await net.addNet('192.0.2.0/24', '192.0.2.1')
    const pool = await net.addPool('a')
    const range = await net.addRange(pool, '192.0.2.0/24')
    const host = await net.addHost('web1', ann.id)
    const [address] = await net.give(pool, 1, host, ann.id)
    const shared = {
      id: address!.id,
      ip_addr: '192.0.2.2',
      name: '192.0.2.2',
      gateway: '192.0.2.1',
      mask: '255.255.255.0',
      state: 'ok',
      status: 'ok',
      family: 2,
      ippool: pool,
      range,
      network,
      ipnet: network,
      ipnet_name: '192.0.2.0/24',
      cluster_interface: null,
      host: { id: host, name: 'web1', interface: 0 },
      account: { id: ann.id, email: ann.email },
      prefix: null,
      server: null,
      ptr: null,
      ptr_status: 'none',
      ptr_found: null,
      ptr_fault: null,
    }
    expect((await admin.get('/vm/v3/ip')).body.list).toEqual([{ ...shared, domain: null }])
    for (const path of ['/dci/v3/ipmgr/ip', '/ip/v3/ip'])
      expect((await admin.get(path)).body.list).toEqual([{ ...shared, domain: '' }])
    expect((await ann.get(`/vm/v3/host/${host}/ipv4`)).body).toMatchObject({
      size: 1,
      list: [{ ip_addr: '192.0.2.2' }],
    })
    expect((await bob.get(`/vm/v3/host/${host}/ipv4`)).status).toBe(404)
  })

  it('are filtered and sorted as addresses, and seen by their owners alone', async () => {
    const { admin, ann, bob } = net.api
    const pool = await net.addPool('a')
    await net.addRange(pool, '10.0.0.8-10.0.0.12')
    await net.give(pool, 2, null, ann.id)
    await net.give(pool, 2, null, bob.id)
    const list = async (who: typeof ann, query = '') =>
      (await who.get(`/vm/v3/ip?${query}`)).body.list.map((row: { ip_addr: string }) => row.ip_addr)
    expect(await list(admin, 'orderby=ip_addr desc')).toEqual(['10.0.0.11', '10.0.0.10', '10.0.0.9', '10.0.0.8'])
    expect(await list(admin, "where=ip_addr GT '10.0.0.9'")).toEqual(['10.0.0.10', '10.0.0.11'])
    expect(await list(admin, "where=ip_addr CP '10.0.0.1%25'")).toEqual(['10.0.0.10', '10.0.0.11'])
    expect(await list(admin, `where=(NOT domain CP '%25extended.%25') AND (ippool EQ ${pool})&limit=1,2`)).toEqual([
      '10.0.0.9',
      '10.0.0.10',
    ])
    expect(await list(ann)).toEqual(['10.0.0.8', '10.0.0.9'])
    expect(await list(bob, "where=ip_addr EQ '10.0.0.8'")).toEqual([])
    expect((await admin.get('/ip/v3/ip?where=status NE extended')).body.size).toBe(4)
    expect((await admin.get('/vm/v3/ip?where=nosuchfield EQ 1')).status).toBe(400)
  })

  it('are changed by their owners in the domain, by administrators in all', async () => {
    const { admin, ann, bob } = net.api
    await net.addNet('10.0.0.0/24', '10.0.0.1')
    const pool = await net.addPool('a')
    await net.addRange(pool, '10.0.0.8-10.0.0.12')
    const [own, other] = await net.give(pool, 2, null, ann.id)
    const id = own!.id
    const edit = (who: typeof ann, values: object) => who.post(`/vm/v3/ip/${id}`, { values })
    const row = async () => (await admin.get(`/vm/v3/ip?where=id EQ ${id}`)).body.list[0]
    await net.made(edit(ann, { domain: 'web1.example.com.' }))
    expect(await row()).toMatchObject({ domain: 'web1.example.com', state: 'ok' })
    expect((await edit(ann, { gateway: '10.0.0.2' })).status).toBe(403)
    expect((await edit(bob, { domain: 'x' })).status).toBe(404)
    await net.made(edit(admin, { ip_addr: '10.0.0.11', domain: '' }))
    expect(await row()).toMatchObject({
      ip_addr: '10.0.0.11',
      domain: null,
      gateway: '10.0.0.1',
      mask: '255.255.255.0',
    })
    await net.made(edit(admin, { gateway: '10.0.0.2', netmask: '25' }))
    expect(await row()).toMatchObject({ gateway: '10.0.0.2', mask: '255.255.255.128' })
    for (const [values, status, words] of [
      [{ ip_addr: other!.ip_addr }, 409, `${other!.ip_addr} is already used`],
      [{ ip_addr: '10.0.0.1' }, 400, '10.0.0.1 is the gateway of 10.0.0.0/24'],
      [{ ip_addr: '10.9.0.1' }, 400, '10.9.0.1 is not in any address pool'],
      [{ ip_addr: '2001:db8::1' }, 400, 'values.ip_addr: an IPv4 address'],
      [{ netmask: '255.0.255.0' }, 400, 'values.netmask: such as 255.255.255.0 or 24'],
      [{ domain: 'not a name' }, 400, 'values.domain: a domain name, such as web1.example.com'],
    ] as const)
      expect(await net.refused(edit(admin, values), status)).toBe(words)
    expect((await net.give(pool, 3)).map((a) => a.ip_addr)).toEqual(['10.0.0.8', '10.0.0.10', '10.0.0.12'])
    await net.api.database.pool.query(`update ip set state = 'allocating'`)
    expect(await net.refused(edit(ann, { domain: 'a' }), 409)).toContain('is being configured')
  })

  it('are released by a task, and can be given again', async () => {
    const { admin, ann, bob } = net.api
    const pool = await net.addPool('a')
    await net.addRange(pool, '10.0.0.8')
    const [own] = await net.give(pool, 1, await net.addHost('web1', ann.id), ann.id)
    const id = own!.id
    expect((await bob.delete(`/vm/v3/ip/${id}`)).status).toBe(404)
    const { body } = await ann.delete(`/ip/v3/ip/${id}`)
    expect(body).toEqual({ id, task: expect.any(Number), deleted: [{ id }] })
    expect((await admin.get('/vm/v3/ip')).body.list).toMatchObject([{ id, state: 'deleting' }])
    const tasks = await admin.get(`/vm/v3/task?where=consul_id EQ ${body.task}`)
    expect(tasks.body.list).toMatchObject([{ name: 'ip_delete' }])
    expect((await admin.delete(`/vm/v3/ip/${id}`)).status).toBe(409)
    const worker = startWorker({ definitions: taskDefinitions })
    await expect.poll(async () => (await admin.get('/vm/v3/ip')).body.size).toBe(0)
    await worker.stop(5000)
    expect((await net.give(pool, 1))[0]).toMatchObject({ ip_addr: '10.0.0.8' })
    expect((await admin.delete(`/vm/v3/ip/${id}`)).status).toBe(404)
  })

  it('cost a constant number of statements in every list', async () => {
    const pool = await net.addPool('a')
    await net.addRange(pool, '10.0.0.0/20')
    await net.give(pool, 300)
    const connections = net.api.database.pool
    const original = connections.query
    let statements = 0
    connections.query = ((...args: never[]) => {
      statements++
      return (original as (...list: never[]) => unknown).apply(connections, args)
    }) as never
    try {
      for (const path of ['/vm/v3/ip?limit=250', '/vm/v3/ippool', '/vm/v3/range', '/ip/v3/ipnet']) {
        statements = 0
        expect((await net.api.admin.get(path)).status).toBe(200)
        expect([path, statements <= 3]).toEqual([path, true])
      }
    } finally {
      connections.query = original
    }
  })
})
