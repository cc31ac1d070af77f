// biome-ignore lint/style/noRestrictedImports: the other implementation to compare with
import { BlockList, isIP, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressText,
  asNetwork,
  contains,
  networkAround,
  networkText,
  parseAddress,
  parseCidr,
  parseRange,
  sizeOf,
  unusable,
} from './address.ts'
import { bitsOf, type Family, IPV4, IPV6 } from './family.ts'

/** A second way to read an address, by hand. */
function byHand(text: string): bigint {
  if (isIPv4(text)) return text.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n)
  const [head = '', tail] = text
    .replace(/(\d+\.\d+\.\d+\.\d+)$/, (v4) => {
      const value = byHand(v4)
      return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
    })
    .split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const middle = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...middle, ...right].reduce((value, group) => value * 65536n + BigInt(`0x${group}`), 0n)
}

const isMapped = (value: bigint) => value >> 32n === 0xffffn
const anyFamily = fc.constantFrom<Family>(IPV4, IPV6)
const address = anyFamily.chain((family) =>
  fc.record({ family: fc.constant(family), value: fc.bigInt({ min: 0n, max: 2n ** BigInt(bitsOf(family)) - 1n }) }),
)
const network = address.chain(({ family, value }) =>
  fc.integer({ min: 0, max: bitsOf(family) }).map((prefix) => networkAround(family, value, prefix)),
)
const nodeFamily = (family: Family) => (family === IPV4 ? 'ipv4' : 'ipv6')

describe('an address', () => {
  it('is read as another reader reads it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const parsed = parseAddress(text)
        const value = byHand(text)
        if (!isIPv4(text) && isMapped(value)) expect(parsed).toMatchObject({ family: IPV4, value: value & 0xffffffffn })
        else expect(parsed).toMatchObject({ family: isIPv4(text) ? IPV4 : IPV6, value })
      }),
      { numRuns: 5000 },
    )
  })

  it('is written so that it is read back, in the one usual spelling', () => {
    fc.assert(
      fc.property(address, ({ family, value }) => {
        const text = addressText(family, value)
        expect(isIP(text)).toBe(family === IPV4 ? 4 : 6)
        const parsed = parseAddress(text)!
        if (family === IPV6 && isMapped(value)) expect(parsed.family).toBe(IPV4)
        else expect(parsed).toEqual({ family, value, text })
      }),
      { numRuns: 5000 },
    )
  })

  it('is never read where another reader sees none', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: fc.constantFrom(...'0123456789abcdefx.:%/- ') }), fc.string(), fc.ipV4Extended()),
        (text) => {
          if (isIP(text) === 0 || text.includes('%')) expect(parseAddress(text)).toBeNull()
          else expect(parseAddress(text)).not.toBeNull()
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it.each([
    '010.0.0.1',
    '10.1',
    '0x0a.0.0.1',
    '3232235777',
    'fe80::1%eth0',
    '1::2::3',
    '::ffff:300.0.0.1',
    '',
    ' 10.0.0.1',
    '10.0.0.1 ',
  ])('is not %j', (text) => expect(parseAddress(text)).toBeNull())
})

describe('a network', () => {
  it('agrees with another implementation on what it contains', () => {
    fc.assert(
      fc.property(network, address, fc.bigInt({ min: -2n, max: 2n }), (net, any, near) => {
        const list = new BlockList()
        list.addSubnet(addressText(net.family, net.first), net.prefix, nodeFamily(net.family))
        const max = 2n ** BigInt(bitsOf(net.family)) - 1n
        const candidates = [
          any,
          { family: net.family, value: net.first + near },
          { family: net.family, value: net.last + near },
        ]
        for (const { family, value } of candidates) {
          if (family !== net.family || value < 0n || value > max || (family === IPV6 && isMapped(value))) continue
          expect(contains(net, { family, first: value, last: value })).toBe(
            list.check(addressText(family, value), nodeFamily(family)),
          )
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('is read back from its name, as CIDR and as first-last', () => {
    fc.assert(
      fc.property(network, (net) => {
        if (net.family === IPV6 && (isMapped(net.first) || isMapped(net.last))) return
        expect(parseCidr(networkText(net))).toEqual({ ...net, exact: true })
        const range = parseRange(`${addressText(net.family, net.first)} - ${addressText(net.family, net.last)}`)!
        expect(asNetwork(range)).toEqual(net)
        expect(sizeOf(range)).toBe(2n ** BigInt(bitsOf(net.family) - net.prefix))
      }),
      { numRuns: 3000 },
    )
  })

  it('is derived from an address within it', () => {
    expect(parseCidr('192.0.2.5/24')).toMatchObject({ exact: false, prefix: 24, first: byHand('192.0.2.0') })
    for (const text of [
      '192.0.2.0',
      '192.0.2.0/33',
      '192.0.2.0/',
      '192.0.2.0/-1',
      '192.0.2.0/024',
      '2001:db8::/129',
      '1.2.3.4/8/8',
      '::ffff:1.2.3.4/120',
    ])
      expect(parseCidr(text)).toBeNull()
  })
})

describe('a range', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', 1n],
    ['192.0.2.7 - 192.0.2.9', '192.0.2.7-192.0.2.9', 3n],
    ['192.0.2.7-192.0.2.7', '192.0.2.7-192.0.2.7', 1n],
    ['192.0.2.0/30', '192.0.2.0/30', 4n],
    ['2001:DB8:0::/64', '2001:db8::/64', 2n ** 64n],
    ['2001:db8::-2001:db8::ffff:ffff:ffff:ffff', '2001:db8::-2001:db8::ffff:ffff:ffff:ffff', 2n ** 64n],
  ])('%s is read', (text, name, size) => {
    const range = parseRange(text)!
    expect(range.text).toBe(name)
    expect(sizeOf(range)).toBe(size)
  })

  it.each([
    '192.0.2.9-192.0.2.7',
    '192.0.2.1-2001:db8::1',
    '192.0.2.1-',
    '-',
    '192.0.2.1-2-3',
    '192.0.2.5/24',
    'all',
    '',
  ])('%j is none', (text) => expect(parseRange(text)).toBeNull())

  it('is known as a network exactly when it is one', () => {
    fc.assert(
      fc.property(address, fc.bigInt({ min: 0n, max: 600n }), ({ family, value }, more) => {
        const last = value + more
        if (last >= 2n ** BigInt(bitsOf(family))) return
        const size = more + 1n
        const isOne = (size & (size - 1n)) === 0n && value % size === 0n
        expect(asNetwork({ family, first: value, last }) !== null).toBe(isOne)
      }),
      { numRuns: 3000 },
    )
  })

  it('of unusable addresses is named', () => {
    const word = (text: string) => unusable(parseRange(text)!)
    expect(word('127.0.0.1')).toBe('loopback')
    expect(word('223.255.255.250-224.0.0.5')).toBe('multicast')
    expect(word('0.0.0.0/0')).toBe('this network')
    expect(word('fe80::/64')).toBe('link-local')
    expect(word('::1')).toBe('unspecified and loopback')
    expect(word('10.0.0.0/8')).toBeNull()
    expect(word('2001:db8::/32')).toBeNull()
  })
})
