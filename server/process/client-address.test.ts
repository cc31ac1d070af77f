import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, isWithin, parseItem, plainAddress } from './client-address.ts'

// Node's own BlockList is the other implementation: C++, made for the same question.
const octet = fc.integer({ min: 0, max: 255 })
const v4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'))
const group = fc.oneof(fc.constant(0), fc.constant(0xffff), fc.integer({ min: 0, max: 0xffff }))
const v6 = fc
  .array(group, { minLength: 8, maxLength: 8 })
  .filter((groups) => groups.slice(0, 6).join() !== '0,0,0,0,0,65535')
  .map((groups) => groups.map((n) => n.toString(16)).join(':'))

const toInteger = (ip: string) =>
  ip.includes(':')
    ? ip.split(':').reduce((all, word) => (all << 16n) + BigInt(Number.parseInt(word, 16)), 0n)
    : ip.split('.').reduce((all, part) => (all << 8n) + BigInt(part), 0n)
const fromInteger = (n: bigint, bits: 32 | 128): string => {
  const size = bits === 32 ? 8n : 16n
  const words: string[] = []
  for (let at = BigInt(bits) - size; at >= 0n; at -= size)
    words.push(((n >> at) & ((1n << size) - 1n)).toString(bits === 32 ? 10 : 16))
  return words.join(bits === 32 ? '.' : ':')
}

/** An address near the edge of what was drawn, where mistakes are, or just any. */
const near = (ip: string, by: number) => {
  const bits = ip.includes(':') ? 128 : 32
  const all = 1n << BigInt(bits)
  return fromInteger((((toInteger(ip) + BigInt(by)) % all) + all) % all, bits)
}

type Case = { item: string; address: string; add(list: BlockList): void }
const family = (ip: string) => (ip.includes(':') ? 'ipv6' : 'ipv4')
const address = fc.oneof(v4, v6)

const cases: fc.Arbitrary<Case> = fc
  .tuple(
    fc.oneof(fc.tuple(v4, v4, v4), fc.tuple(v6, v6, v6), fc.tuple(v4, v4, v6), fc.tuple(v6, v6, v4)),
    fc.constantFrom('single', 'range', 'cidr'),
    fc.nat(128),
    fc.integer({ min: -2, max: 2 }),
    fc.constantFrom('first', 'second', 'other'),
  )
  .map(([[a, b, other], kind, length, by, probe]) => {
    const [first, last] = toInteger(a) <= toInteger(b) ? [a, b] : [b, a]
    const bits = family(a) === 'ipv4' ? length % 33 : length
    const start = probe === 'other' ? other : near(probe === 'first' ? first : last, by)
    if (kind === 'range')
      return { item: `${first}-${last}`, address: start, add: (list) => list.addRange(first, last, family(a)) }
    if (kind === 'cidr')
      return { item: `${a}/${bits}`, address: start, add: (list) => list.addSubnet(a, bits, family(a)) }
    return { item: a, address: start, add: (list) => list.addAddress(a, family(a)) }
  })

describe('what lies within an item of an access list', () => {
  it('is what another implementation says, for 10 000 random items and addresses', () => {
    let within = 0
    fc.assert(
      fc.property(cases, ({ item, address: ip, add }) => {
        const list = new BlockList()
        add(list)
        const ours = isWithin(ip, [item])
        if (ours) within++
        // Node finds IPv4 addresses in `::/0`, by way of the mapped ones; for us the families are apart.
        expect([item, ip, ours]).toEqual([item, ip, family(ip) === family(item) && list.check(ip, family(ip))])
      }),
      { numRuns: 10_000 },
    )
    expect(within).toBeGreaterThan(1000)
  })

  it('is the same for an IPv4 address written as IPv6', () => {
    fc.assert(
      fc.property(v4, v4, (a, b) => {
        for (const item of [a, `${a}/24`, `::ffff:${a}`, `::ffff:${a}/120`])
          expect([item, isWithin(`::ffff:${b}`, [item])]).toEqual([item, isWithin(b, [item])])
        expect(isWithin(a, [`::ffff:${a}`])).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('never throws, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcf.:-/% ') }), address, (item, ip) => {
        expect(typeof isWithin(ip, [item])).toBe('boolean')
      }),
      { numRuns: 5000 },
    )
  })
})

it.each([
  '',
  '10.1',
  '0x7f000001',
  '2130706433',
  '010.0.0.1.',
  '10.0.0.256',
  '10.0.0.1/33',
  '10.0.0.1/-1',
  '10.0.0.1/',
  '/8',
  '10.0.0.9-10.0.0.1',
  '10.0.0.1-::1',
  '10.0.0.1-10.0.0.2-10.0.0.3',
  '10.0.0.0/8-10.0.0.1',
  '::1/129',
  '::ffff:10.0.0.1/95',
  'fe80::1%eth0',
  'example.com',
])('%s is no item', (item) => {
  expect(parseItem(item)).toBeNull()
})

describe('the address of a caller', () => {
  it.each([
    ['the socket when no proxy is trusted', '203.0.113.9', '198.51.100.1', [], '203.0.113.9'],
    ['the socket when it is no trusted proxy', '203.0.113.9', '198.51.100.1', ['10.0.0.0/8'], '203.0.113.9'],
    ['what the trusted proxy saw', '10.0.0.1', '198.51.100.1', ['10.0.0.0/8'], '198.51.100.1'],
    ['not what the client put before it', '10.0.0.1', '192.0.2.66, 198.51.100.1', ['10.0.0.0/8'], '198.51.100.1'],
    ['behind two trusted proxies', '10.0.0.1', '198.51.100.1, 10.0.0.2', ['10.0.0.0/8'], '198.51.100.1'],
    ['without the port', '10.0.0.1', '198.51.100.1:4711', ['10.0.0.0/8'], '198.51.100.1'],
    ['without brackets', '10.0.0.1', '[2001:db8::1]:4711', ['10.0.0.0/8'], '2001:db8::1'],
    ['an address of IPv6 as it is', '10.0.0.1', '2001:db8::1:4711', ['10.0.0.0/8'], '2001:db8::1:4711'],
    ['without the zone', 'fe80::1%eth0', undefined, [], 'fe80::1'],
    ['the proxy itself when what it says is only half an address', '10.0.0.1', '10.1', ['10.0.0.0/8'], '10.0.0.1'],
    ['without the mapping', '::ffff:203.0.113.9', undefined, [], '203.0.113.9'],
    ['the proxy itself when what it says is not an address', '10.0.0.1', 'unknown', ['10.0.0.0/8'], '10.0.0.1'],
    ['nothing that a list allows when there is none', undefined, undefined, [], '0.0.0.0'],
  ])('is %s', (_, socket, forwarded, trusted, expected) => {
    expect(clientAddress(socket, forwarded, trusted)).toBe(expected)
  })

  it('is always an address', () => {
    fc.assert(
      fc.property(fc.oneof(address, fc.string()), fc.string(), (socket, forwarded) => {
        expect(isIP(clientAddress(socket, forwarded, ['0.0.0.0/0', '::/0']))).not.toBe(0)
        expect(isIP(plainAddress(forwarded))).not.toBe(0)
      }),
    )
  })
})
