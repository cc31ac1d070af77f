import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { byFamily } from '../addresses.ts'
import { type Chains, plainMac } from './names.ts'

const dropped = 'counter drop comment "forged"'
/** First bits of fe80::/10. */
const linkLocal = '0x3fa'

/**
 * What a guest may send as, in chains that return for what is allowed. Tagged frames are neither IP nor ARP here. RARP is how
 * QEMU announces a guest after a migration.
 *
 * @param addresses null when they are not known, as with DHCP: then the MAC counts, and nothing that a router or a DHCP server says
 */
export function antiSpoofing(tap: string, mac: string, addresses: readonly string[] | null): Chains {
  const own = plainMac(mac)
  const src = [
    `ether saddr != ${own} ${dropped}`,
    `ether type != { ip, ip6, arp, 0x8035 } ${dropped}`,
    `arp saddr ether != ${own} ${dropped}`,
    `udp sport 67 udp dport 68 ${dropped}`,
    `udp sport 547 udp dport 546 ${dropped}`,
    `icmpv6 type { nd-router-advert, nd-redirect } ${dropped}`,
  ]
  if (addresses === null) return { src }
  const { v4, v6 } = byFamily(addresses)
  return {
    src: [...src, `ether type arp jump ${tap}.arp`, `ether type ip jump ${tap}.ip4`, `ether type ip6 jump ${tap}.ip6`],
    // 0.0.0.0: a client that asks whether an address is free (RFC 5227) has none yet.
    arp: [...allowed('arp saddr ip', ['0.0.0.0', ...v4]), dropped],
    ip4: [...allowed('ip saddr', [...v4]), 'ip saddr 0.0.0.0 udp sport 68 udp dport 67 return', dropped],
    ip6:
      v6.size === 0
        ? [dropped]
        : [
            `icmpv6 type nd-neighbor-advert jump ${tap}.na`,
            // The unspecified address asks whether another is free (RFC 4862).
            ...allowed('ip6 saddr', ['::', ...v6]),
            'ip6 saddr fe80::/10 return',
            dropped,
          ],
    // The target of an advertisement is whom it speaks for: bytes 8 to 23 of the ICMP message (RFC 4861, 4.4).
    na: v6.size === 0 ? [] : [`@th,64,10 ${linkLocal} return`, ...[...v6].map(targetRule), dropped],
  }
}

/** Single addresses share one look-up, networks have a rule each. */
function allowed(field: string, addresses: readonly string[]): string[] {
  const single = addresses.filter((one) => !one.includes('/'))
  const networks = addresses.filter((one) => one.includes('/'))
  return [
    ...(single.length > 0 ? [`${field} { ${single.join(', ')} } return`] : []),
    ...networks.map((network) => `${field} ${network} return`),
  ]
}

function targetRule(address: string): string {
  const [host = '', prefix = '128'] = address.split('/')
  const length = Number(prefix)
  if (length < 1) throw invalidInput(msg`One of the addresses is not valid`)
  return `@th,64,${length} 0x${(bits(host) >> BigInt(128 - length)).toString(16)} return`
}

/** An IPv6 address as a number; what is compressed in it is filled in. */
function bits(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return BigInt(`0x${all.map((group) => group.padStart(4, '0')).join('')}`)
}
