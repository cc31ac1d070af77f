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

describe('ranges', () => {
  it('show what they hold, without what is reserved', async () => {
    const network = await net.addNet('192.0.2.0/24', '192.0.2.1')
    const pool = await net.addPool('a')
    const id = await net.addRange(pool, ' 192.0.2.0 - 192.0.2.9 ')
    await net.give(pool, 2)
    expect((await net.api.admin.get('/vm/v3/range')).body.list).toEqual([
      {
        id,
        name: '192.0.2.0-192.0.2.9',
        ippool: pool,
        ippool_name: 'a',
        network,
        ipnet_name: '192.0.2.0/24',
        family: 2,
        total_ip: 8,
        using_ip: 2,
      },
    ])
    expect((await net.api.admin.get(`/ip/v3/range?where=ippool EQ ${pool}`)).body.size).toBe(1)
    expect((await net.api.admin.get(`/vm/v3/range/${id}/ip?orderby=ip_addr desc`)).body).toMatchObject({
      size: 2,
      list: [{ ip_addr: '192.0.2.3' }, { ip_addr: '192.0.2.2' }],
    })
    expect((await net.api.admin.get('/vm/v3/range/99/ip')).status).toBe(404)
  })

  it('do not overlap, in one pool or in two', async () => {
    const [a, b] = [await net.addPool('a'), await net.addPool('b')]
    await net.addRange(a, '10.0.0.10-10.0.0.20')
    for (const name of ['10.0.0.20', '10.0.0.0/24', '10.0.0.1-10.0.0.10'])
      expect(await net.refused(net.api.admin.post(`/vm/v3/ippool/${b}/range`, { name }), 409)).toBe(
        `${name} overlaps the range 10.0.0.10-10.0.0.20 of the pool a`,
      )
    await net.addRange(b, '10.0.0.21')
    for (const name of ['', '10.0.0.9-10.0.0.1', '10.0.0.300', '224.0.0.1'])
      expect((await net.api.admin.post(`/vm/v3/ippool/${b}/range`, { name })).status).toBe(400)
    expect((await net.api.admin.post('/vm/v3/ippool/99/range', { name: '10.9.0.1' })).status).toBe(404)
  })

  it('have no addresses that a location gives to machines that boot, nor has a gateway or an address by name', async () => {
    const { api } = net
    const pool = await net.addPool('a')
    await net.addNet('192.0.2.0/24', '192.0.2.1')
    const ranges = [{ first: '192.0.2.100', last: '192.0.2.120' }]
    const location = await api.database.prisma.location.create({
      data: {
        name: 'Site',
        ssh_address: '192.0.2.9',
        ssh_user: 'root',
        status: 'ok',
        dhcp4_conf: { Dhcp4: {} },
        params_dhcp: { ranges },
      },
    })
    const add = (name: string) => api.admin.post(`/vm/v3/ippool/${pool}/range`, { name })
    const note = (name: string) =>
      transaction((work) => allocateNamed(work, { name, without_allocation: true }, { host_id: null, state: 'ok' }))
    for (const name of ['192.0.2.90-192.0.2.100', '192.0.2.110', '192.0.2.0/24'])
      expect(await net.refused(add(name), 409)).toBe(
        `${name} has addresses of the boot range 192.0.2.100-192.0.2.120 of the location Site: choose others`,
      )
    await expect(note('192.0.2.120')).rejects.toThrow('192.0.2.120 lies in a boot range of the location Site')
    const network = await api.database.prisma.ipnet.findFirstOrThrow({ where: { name: '192.0.2.0/24' } })
    const edited = api.admin.post(`/ip/v3/ipnet/${network.id}`, { gateway: '192.0.2.101' })
    expect(await net.refused(edited, 409)).toContain('The gateway 192.0.2.101 has addresses of the boot range')
    expect((await add('192.0.2.99')).status).toBe(200)
    // Ranges of services that were taken away are given to nobody.
    const gone = { status: 'need_setup', dhcp4_conf: {} }
    await api.database.prisma.location.update({ where: { id: location.id }, data: gone })
    expect((await add('192.0.2.110')).status).toBe(200)
  })

  it('and networks stay apart under 64 writers', async () => {
    const pool = await net.addPool('a')
    for (let round = 0; round < 5; round++) {
      const six = round % 2 === 1
      const base = six ? `2001:db8:${round}::` : `10.${round}.0.`
      const name = (n: number) =>
        six ? `${base}${n.toString(16)}-${base}${(n + 8).toString(16)}` : `${base}${n}-${base}${n + 8}`
      const ranges = Array.from({ length: 32 }, (_, n) =>
        net.api.admin.post(`/vm/v3/ippool/${pool}/range`, { name: name(n) }),
      )
      const nets = Array.from({ length: 32 }, (_, n) =>
        net.api.admin.post('/ip/v3/ipnet', {
          name: six ? `2001:db8:${round}::/${40 + n}` : `10.${round}.0.0/${n % 2 ? 16 : 20}`,
        }),
      )
      const statuses = (await Promise.all([...ranges, ...nets])).map((answer) => answer.status)
      expect(statuses).toContain(200)
      expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([])
    }
    const { rows } = await net.api.database.pool.query(`
      select 1 from iprange a join iprange b on a.id < b.id and inetrange(a.first, a.last, '[]') && inetrange(b.first, b.last, '[]')
      union all select 2 from ipnet a join ipnet b on a.id < b.id and a.net && b.net
      union all select 3 from iprange r join ipnet n on n.net >>= r.first where r.ipnet_id is distinct from n.id or not n.net >>= r.last`)
    expect(rows).toEqual([])
  })

  it('are refused by the constraint too', async () => {
    await net.addRange(await net.addPool('a'), '10.0.0.1-10.0.0.9')
    const copy = `insert into iprange (ippool_id, name, first, last, family, size, frontier)
      select ippool_id, 'x', '10.0.0.9', '10.0.0.12', family, 4, '10.0.0.9' from iprange`
    await expect(net.api.database.pool.query(copy)).rejects.toMatchObject({ constraint: 'iprange_overlap' })
    await net.give(1, 1)
    await expect(net.api.database.pool.query('delete from iprange')).rejects.toMatchObject({
      constraint: 'ip_iprange_id_fkey',
    })
  })
})
