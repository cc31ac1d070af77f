import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkText, parseAddress, parseCidr } from '../ip/address.ts'
import { IPV4, IPV6 } from '../ip/family.ts'
import { nameInZone, networkOfZone, reverseName, zoneOfNetwork, zonesFor } from './reverse.ts'

const at = (text: string) => parseAddress(text)!

describe('names of reverse records', () => {
  // The examples of RFC 1035, 3.5 and of RFC 3596, 2.5.
  it.each([
    ['10.2.0.52', '52.0.2.10.in-addr.arpa'],
    ['4321:0:1:2:3:4:567:89ab', 'b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4.ip6.arpa'],
  ])('of %s', (address, name) => expect(reverseName(at(address))).toBe(name))

  it.each([
    ['2.0.192.in-addr.arpa', '192.0.2.0/24'],
    ['10.in-addr.arpa', '10.0.0.0/8'],
    ['in-addr.arpa', '0.0.0.0/0'],
    ['4.2.0.192.in-addr.arpa', '192.0.2.4/32'],
    // Of RFC 2317, and other ways to name the same.
    ['0/25.2.0.192.in-addr.arpa', '192.0.2.0/25'],
    ['192/26.2.0.192.in-addr.arpa', '192.0.2.192/26'],
    ['0-127.2.0.192.in-addr.arpa', '192.0.2.0/25'],
    ['128-26.2.0.192.in-addr.arpa', '192.0.2.128/26'],
    ['0-26.2.0.192.in-addr.arpa', '192.0.2.0/26'],
    ['0-31.2.0.192.in-addr.arpa', '192.0.2.0/27'],
    ['8.b.d.0.1.0.0.2.ip6.arpa', '2001:db8::/32'],
    ['f.8.b.d.0.1.0.0.2.ip6.arpa', '2001:db8:f000::/36'],
  ])('in %s are those of a network', (zone, network) => expect(networkText(networkOfZone(zone)!)).toBe(network))

  it.each([
    'example.com',
    '300.0.192.in-addr.arpa',
    '1.2.3.4.5.in-addr.arpa',
    '0/24.2.0.192.in-addr.arpa',
    '1/26.2.0.192.in-addr.arpa',
    'customer.2.0.192.in-addr.arpa',
    '0/26.0.192.in-addr.arpa',
    '10.8.b.d.0.1.0.0.2.ip6.arpa',
    'xin-addr.arpa',
    '02.0.192.in-addr.arpa',
  ])('in %s are not known', (zone) => expect(networkOfZone(zone)).toBeNull())

  it('lie in the zone of the fewest addresses', () => {
    const zones = ['in-addr.arpa', '2.0.192.in-addr.arpa', '0/26.2.0.192.in-addr.arpa', '3.0.192.in-addr.arpa']
    expect(zonesFor(at('192.0.2.5'), zones)).toEqual([
      { zone: '0/26.2.0.192.in-addr.arpa', name: '5.0/26.2.0.192.in-addr.arpa', prefix: 26 },
      { zone: '2.0.192.in-addr.arpa', name: '5.2.0.192.in-addr.arpa', prefix: 24 },
      { zone: 'in-addr.arpa', name: '5.2.0.192.in-addr.arpa', prefix: 0 },
    ])
    expect(nameInZone(at('192.0.2.64'), '0/26.2.0.192.in-addr.arpa')).toBeNull()
    expect(nameInZone(at('2001:db8::1'), 'in-addr.arpa')).toBeNull()
  })

  it('of a network have a zone that holds all of its addresses', () => {
    expect(zoneOfNetwork(parseCidr('192.0.2.64/26')!)).toBe('64/26.2.0.192.in-addr.arpa')
    expect(zoneOfNetwork(parseCidr('192.0.0.0/22')!)).toBe('0.192.in-addr.arpa')
    const network = fc
      .tuple(fc.constantFrom(IPV4, IPV6), fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.nat(128))
      .map(([family, value, prefix]) =>
        family === IPV4
          ? { family, value: value & 0xffffffffn, prefix: prefix % 33 }
          : { family, value, prefix: prefix },
      )
    fc.assert(
      fc.property(network, ({ family, value, prefix }) => {
        const around =
          (value >> BigInt((family === IPV4 ? 32 : 128) - prefix)) << BigInt((family === IPV4 ? 32 : 128) - prefix)
        const zone = zoneOfNetwork({ family, first: around, last: value, prefix })
        expect(nameInZone({ family, value }, zone)).not.toBeNull()
      }),
    )
  })
})
