import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../e2e/support/held.ts'
import { transaction } from '../../../db/transaction.ts'
import { allocateNamed } from '../allocation/named.ts'
import { networkFixture } from '../fixture.ts'

let net: Awaited<ReturnType<typeof networkFixture>>
beforeAll(async () => {
  net = await networkFixture()
})
afterAll(() => net.api.close())
beforeEach(() => net.clear())

describe('networks', () => {
  it('are read through the address manager and its aliases', async () => {
    const id = await net.addNet('192.0.2.0/24', '192.0.2.1')
    const expected = {
      id,
      name: '192.0.2.0/24',
      mask: 24,
      family: 2,
      gateway: '192.0.2.1',
      need_reserve: true,
      vlan: '',
      note: '',
      userspace: 1,
      is_public: true,
      size: '256',
      total_ip: '253',
      using_ip: '0',
      clusters: [],
      version: 1,
    }
    for (const base of ['/dci/v3/ipmgr', '/ip/v3', '/vm/v3']) {
      expect((await net.api.admin.get(`${base}/ipnet/${id}`)).body).toEqual(expected)
      expect((await net.api.admin.get(`${base}/ipnet`)).body).toMatchObject({ size: 1, list: [expected] })
    }
    const six = await net.made(net.api.admin.post('/ip/v3/ipnet', { name: '2001:db8::/32', vlan: 110 }))
    expect((await net.api.admin.get(`/ip/v3/ipnet/${six}`)).body).toMatchObject({
      size: (2n ** 96n).toString(),
      total_ip: (2n ** 96n - 1n).toString(),
      gateway: '',
      vlan: '110',
    })
  })

  it.each([
    [{ name: 'nonsense', gateway: null }, 'name: nonsense is not a network such as 192.0.2.0/24 or 2001:db8::/64'],
    [{ name: '192.0.2.5/24', gateway: null }, 'name: 192.0.2.5/24 is an address within 192.0.2.0/24; give the network'],
    [
      { name: '192.0.2.0-192.0.2.5', gateway: null },
      'name: 192.0.2.0-192.0.2.5 is not a network such as 192.0.2.0/24 or 2001:db8::/64',
    ],
    [
      { name: '127.0.0.0/24', gateway: null },
      'name: 127.0.0.0/24 contains loopback addresses, which cannot be assigned',
    ],
    [{ name: '192.0.2.0/24', gateway: '192.0.3.1' }, 'gateway: 192.0.3.1 is not in 192.0.2.0/24'],
    [{ name: '192.0.2.0/24', gateway: '2001:db8::1' }, 'gateway: 2001:db8::1 is not in 192.0.2.0/24'],
    [
      { name: '192.0.2.0/24', gateway: '192.0.2.255' },
      "gateway: 192.0.2.255 is the network's own or its broadcast address",
    ],
    [{ name: '192.0.2.0/24', gateway: null, vlan: '4095' }, 'vlan: a number from 1 to 4094'],
  ])('%j is refused', async (body, words) => {
    expect(await net.refused(net.api.admin.post('/vm/v3/userspace/public/ipnet', body), 400)).toBe(words)
  })

  it('may be written as first-last where that is a network', async () => {
    const id = await net.addNet('192.0.2.0-192.0.2.255')
    expect((await net.api.admin.get(`/ip/v3/ipnet/${id}`)).body.name).toBe('192.0.2.0/24')
  })

  it('do not overlap, nor cut through ranges', async () => {
    await net.addNet('192.0.2.0/25')
    const words = await net.refused(net.api.admin.post('/ip/v3/ipnet', { name: '192.0.2.0/24' }), 409)
    expect(words).toBe('192.0.2.0/24 overlaps the network 192.0.2.0/25')
    const pool = await net.addPool('a')
    await net.addRange(pool, '198.51.100.10-198.51.100.90')
    for (const name of ['198.51.100.0/26', '198.51.100.64/26', '198.51.100.32/28'])
      expect(await net.refused(net.api.admin.post('/ip/v3/ipnet', { name }), 400)).toBe(
        `The range 198.51.100.10-198.51.100.90 of the pool a would be only partly in ${name}`,
      )
    expect(
      await net.refused(net.api.admin.post(`/vm/v3/ippool/${pool}/range`, { name: '192.0.2.100-192.0.2.200' }), 400),
    ).toBe('name: 192.0.2.100-192.0.2.200 is only partly in the network 192.0.2.0/25')
  })

  it('take over what lies in them, and pass their changes on', async () => {
    const pool = await net.addPool('a')
    await net.addRange(pool, '192.0.2.10-192.0.2.20')
    const [address] = await net.give(pool, 1)
    expect(address).toMatchObject({ mask: '255.255.255.255', gateway: null, network: null })
    const id = await net.addNet('192.0.2.0/24', '192.0.2.1')
    const row = async () => (await net.api.admin.get('/vm/v3/ip')).body.list[0]
    expect(await row()).toMatchObject({
      mask: '255.255.255.0',
      gateway: '192.0.2.1',
      network: id,
      ipnet_name: '192.0.2.0/24',
    })
    await net.made(net.api.admin.post(`/vm/v3/ipnet/${id}`, { gateway: '192.0.2.2', note: 'uplink 2' }))
    expect(await row()).toMatchObject({ mask: '255.255.255.0', gateway: '192.0.2.2' })
    await net.made(net.api.admin.post(`/ip/v3/ipnet/${id}`, { name: '192.0.2.0/27' }))
    expect(await row()).toMatchObject({ mask: '255.255.255.224', gateway: '192.0.2.2', ipnet_name: '192.0.2.0/27' })
    await net.made(net.api.admin.post(`/dci/v3/ipmgr/ipnet/${id}`, { gateway: '' }))
    expect((await row()).gateway).toBeNull()
    expect(await net.refused(net.api.admin.post(`/vm/v3/ipnet/${id}`, { name: '192.0.2.64/27' }), 409)).toBe(
      'The range 192.0.2.10-192.0.2.20 of the pool a would be outside 192.0.2.64/27',
    )
    const own = `192.0.2.10 cannot be the gateway: it is used`
    expect(await net.refused(net.api.admin.post(`/vm/v3/ipnet/${id}`, { gateway: '192.0.2.10' }), 409)).toBe(own)
    expect((await net.api.admin.get(`/ip/v3/ipnet/${id}`)).body).toMatchObject({
      note: 'uplink 2',
      version: 4,
      using_ip: '1',
    })
  })

  it('give an address again that was their gateway, and never the one that is', async () => {
    const pool = await net.addPool('a')
    const id = await net.addNet('192.0.2.0/29', '192.0.2.1')
    await net.addRange(pool, '192.0.2.0/29')
    await net.give(pool, 1) // 192.0.2.2; the rest is in stock now
    await net.made(net.api.admin.post(`/vm/v3/ipnet/${id}`, { gateway: '192.0.2.3' }))
    expect((await net.give(pool, 4)).map((a) => a.ip_addr)).toEqual([
      '192.0.2.1',
      '192.0.2.4',
      '192.0.2.5',
      '192.0.2.6',
    ])
    await expect(net.give(pool, 1)).rejects.toMatchObject({ code: 'no_resources' })
  })

  it('are removed when nothing lies in them', async () => {
    const pool = await net.addPool('a')
    const id = await net.addNet('192.0.2.0/24')
    const range = await net.addRange(pool, '192.0.2.10-192.0.2.20')
    await net.give(pool, 1, await net.addHost('vm1', net.api.ann.id), net.api.ann.id)
    expect(await net.refused(net.api.admin.delete(`/vm/v3/ipnet/${id}`), 409)).toBe(
      'Network 192.0.2.0/24 is in use by 1 VM',
    )
    await net.api.database.pool.query('delete from ip')
    expect(await net.refused(net.api.admin.delete(`/vm/v3/ipnet/${id}`), 409)).toBe(
      'Network 192.0.2.0/24 still has ranges: 192.0.2.10-192.0.2.20 of the pool a. Remove them first',
    )
    expect((await net.api.admin.delete(`/ip/v3/range/${range}`)).body).toEqual({ id: range, deleted: [{ id: range }] })
    expect((await net.api.admin.delete(`/dci/v3/ipmgr/ipnet/${id}`)).body).toEqual({ id, deleted: [{ id }] })
    expect((await net.api.admin.get(`/ip/v3/ipnet/${id}`)).status).toBe(404)
  })

  it('have no gateway that is being given by name, or moved to, at the same moment', async () => {
    const id = await net.addNet('192.0.2.0/24', '192.0.2.1')
    const give = (name: string) =>
      transaction((work) => allocateNamed(work, { name, without_allocation: true }, { host_id: null, state: 'ok' }))
    const present = await give('192.0.2.20')
    const move = (ip_addr: string) => net.api.admin.post(`/vm/v3/ip/${present.id}`, { values: { ip_addr } })
    const words = {
      give: (name: string) => give(name).then(() => 'given', String),
      move: async (name: string) => (await move(name)).body.error?.msg,
    }
    for (const [gateway, take] of [
      ['192.0.2.9', words.give],
      ['192.0.2.10', words.move],
    ] as const) {
      const change = async () => (await net.api.admin.post(`/vm/v3/ipnet/${id}`, { gateway })).status
      const asks = [change, () => take(gateway)]
      const ends = await whileHeld<unknown>('select from ipnet where id = $1 for update', [id], asks)
      expect(ends).toEqual([200, expect.stringContaining(`${gateway} is the gateway of 192.0.2.0/24`)])
    }
  })

  it('sort by address, not as text', async () => {
    for (const name of ['9.0.0.0/24', '100.0.0.0/24', '10.0.0.0/24', '2001:db8::/64']) await net.addNet(name)
    const names = async (query: string) =>
      (await net.api.admin.get(`/ip/v3/ipnet?${query}`)).body.list.map((row: { name: string }) => row.name)
    expect(await names('orderby=name')).toEqual(['9.0.0.0/24', '10.0.0.0/24', '100.0.0.0/24', '2001:db8::/64'])
    expect(await names('where=family EQ 10')).toEqual(['2001:db8::/64'])
    expect(await names("where=name EQ '10.0.0.0/24'")).toEqual(['10.0.0.0/24'])
  })
})
