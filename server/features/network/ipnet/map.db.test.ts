import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import type { IpnetMap } from '../../../domain/ipnet/map.ts'
import { allocate } from '../allocation/allocate.ts'
import { networkFixture } from '../fixture.ts'

let net: Awaited<ReturnType<typeof networkFixture>>
beforeAll(async () => {
  net = await networkFixture()
})
afterAll(() => net.api.close())
beforeEach(() => net.clear())

/** The map, and how many statements it cost. */
async function map(id: number, block?: string): Promise<IpnetMap & { statements: number }> {
  const { pool } = net.api.database
  const original = pool.query
  let statements = 0
  pool.query = ((...args: never[]) => {
    statements++
    return (original as (...list: never[]) => unknown).apply(pool, args)
  }) as never
  try {
    const query = block ? `?block=${encodeURIComponent(block)}` : ''
    const { body, status } = await net.api.admin.get(`/dci/v3/ipmgr/ipnet/${id}/map${query}`)
    if (status !== 200) throw new Error(body.error.msg)
    return { ...body, statements }
  } finally {
    pool.query = original
  }
}

it('shows addresses, reserved ones and ranges of a small network', async () => {
  const id = await net.addNet('192.0.2.0/28', '192.0.2.1')
  const pool = await net.addPool('a')
  await net.addRange(pool, '192.0.2.4-192.0.2.9')
  const host = await net.addHost('web', net.api.ann.id)
  await net.give(pool, 2, host, net.api.ann.id)
  const shown = await map(id)
  expect(shown).toMatchObject({
    name: '192.0.2.0/28',
    block: '192.0.2.0/28',
    size: '16',
    view: 'addresses',
    using_ip: 2,
    more: false,
    reserved: [
      { name: '192.0.2.0', offset: 0, kind: 'network' },
      { name: '192.0.2.1', offset: 1, kind: 'gateway' },
      { name: '192.0.2.15', offset: 15, kind: 'broadcast' },
    ],
    ranges: [{ first: '192.0.2.4', last: '192.0.2.9', start: 4, end: 9, pool: { id: pool, name: 'a' } }],
    addresses: [
      { name: '192.0.2.4', offset: 4, host: { id: host, name: 'web' }, server: null, owner: net.api.ann.email },
      { name: '192.0.2.5', offset: 5 },
    ],
  })
  const part = await map(id, '192.0.2.8/29')
  expect(part).toMatchObject({ size: '8', using_ip: 0, reserved: [{ offset: 7 }], ranges: [{ start: 0, end: 1 }] })
  await expect(map(id, '192.0.3.0/29')).rejects.toThrow('block: a part of 192.0.2.0/28 in CIDR form')
  await expect(map(id, '192.0.2.1/29')).rejects.toThrow('block:')
})

it('sums up larger networks by their /24, and the largest by longer blocks', async () => {
  const id = await net.addNet('10.0.0.0/20')
  const pool = await net.addPool('a')
  await net.addRange(pool, '10.0.0.0-10.0.2.255')
  await net.give(pool, 300)
  const shown = await map(id)
  expect(shown).toMatchObject({ view: 'blocks', using_ip: 300, addresses: [] })
  expect(shown.blocks).toHaveLength(16)
  // The network's own address is kept.
  expect(shown.blocks.slice(0, 4)).toEqual([
    { name: '10.0.0.0/24', size: '256', using_ip: 255, in_ranges: '256' },
    { name: '10.0.1.0/24', size: '256', using_ip: 45, in_ranges: '256' },
    { name: '10.0.2.0/24', size: '256', using_ip: 0, in_ranges: '256' },
    { name: '10.0.3.0/24', size: '256', using_ip: 0, in_ranges: '0' },
  ])
  const one = await map(id, '10.0.1.0/24')
  expect([one.view, one.addresses.length, one.statements]).toEqual(['addresses', 45, shown.statements])
  const wide = await map(await net.addNet('11.0.0.0/8'))
  expect([wide.blocks.length, wide.blocks[0]?.name, wide.statements]).toEqual([1024, '11.0.0.0/18', shown.statements])
})

it('names runs of used addresses where a network is too large for more', async () => {
  const id = await net.addNet('2001:db8::/64', '2001:db8::1')
  const pool = await net.addPool('six')
  await net.addRange(pool, '2001:db8::/96')
  await net.addRange(pool, '2001:db8::1:0:0-2001:db8::1:0:5')
  const give = (count: number) => transaction((work) => allocate(work, { pools: [pool], count, family: 10 }))
  const [first] = await give(40)
  await transaction((work) => work.sql('select id from ip_release(array[$1::int])', [first!.id + 9]))
  const shown = await map(id)
  expect(shown).toMatchObject({ view: 'runs', using_ip: 39, size: String(2n ** 64n), reserved: [{}, { offset: null }] })
  expect(shown.runs).toEqual([
    { first: '2001:db8::2', last: '2001:db8::a', count: 9 },
    { first: '2001:db8::c', last: '2001:db8::29', count: 30 },
  ])
  expect(shown.ranges).toHaveLength(2)
})
