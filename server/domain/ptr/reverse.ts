import { type AddressRange, asNetwork, contains, type Network, networkAround } from '../ip/address.ts'
import { bitsOf, type Family, IPV4, IPV6 } from '../ip/family.ts'

type One = { family: Family; value: bigint }

const SUFFIX = { [IPV4]: 'in-addr.arpa', [IPV6]: 'ip6.arpa' } as const

/** Name under which the reverse record of an address is looked up: `4.2.0.192.in-addr.arpa`, or 32 nibbles below `ip6.arpa`. */
export function reverseName({ family, value }: One): string {
  const size = family === IPV4 ? 8n : 4n
  const parts = bitsOf(family) / Number(size)
  const part = (index: number) => (value >> (size * BigInt(index))) & ((1n << size) - 1n)
  const text = Array.from({ length: parts }, (_, i) => part(i).toString(family === IPV4 ? 10 : 16))
  return [...text, SUFFIX[family]].join('.')
}

const octet = (text: string) => (/^(0|[1-9]\d{0,2})$/.test(text) && Number(text) < 256 ? BigInt(text) : null)
const nibble = (text: string) => (/^[0-9a-f]$/.test(text) ? BigInt(`0x${text}`) : null)

/**
 * The part of a /24 that a label of classless delegation (RFC 2317) stands for: `0/26`, or as others write it `0-63` or `0-26`. What can
 * be read as first and last address is read so.
 */
function classless(label: string, base: bigint): Network | null {
  const [, first, sign, second] = /^(\d{1,3})([/-])(\d{1,3})$/.exec(label) ?? []
  if (first === undefined || second === undefined || octet(first) === null || octet(second) === null) return null
  const from = base + BigInt(first)
  const range: AddressRange = { family: IPV4, first: from, last: base + BigInt(second) }
  const asRange = sign === '-' && range.last >= range.first ? asNetwork(range) : null
  if (asRange) return asRange
  const prefix = Number(second)
  if (prefix < 25 || prefix > 32) return null
  const network = networkAround(IPV4, from, prefix)
  return network.first === from ? network : null
}

/** The addresses whose reverse records a zone holds, by its name; null when the name does not tell. @param zone small letters, no dot at the end */
export function networkOfZone(zone: string): Network | null {
  const family = zone.endsWith('in-addr.arpa') ? IPV4 : IPV6
  if (zone === SUFFIX[family]) return networkAround(family, 0n, 0)
  if (!zone.endsWith(`.${SUFFIX[family]}`)) return null
  const labels = zone.slice(0, -SUFFIX[family].length - 1).split('.')
  const size = family === IPV4 ? 8 : 4
  const inParts = family === IPV4 && labels.length === 4 && !/^\d+$/.test(labels[0]!)
  const parts = (inParts ? labels.slice(1) : labels).reverse().map(family === IPV4 ? octet : nibble)
  if (parts.length * size > bitsOf(family) || parts.includes(null)) return null
  const prefix = parts.length * size
  const value = parts.reduce<bigint>((sum, part) => (sum << BigInt(size)) | (part ?? 0n), 0n)
  const first = value << BigInt(bitsOf(family) - prefix)
  return inParts ? classless(labels[0]!, first) : networkAround(family, first, prefix)
}

/** Name of an address's record in a zone; null when the zone does not hold it. */
export function nameInZone(address: One, zone: string): string | null {
  const network = networkOfZone(zone)
  const { family, value } = address
  if (!network || !contains(network, { family, first: value, last: value })) return null
  const name = reverseName(address)
  // Below a zone of classless delegation the records are named by the last number alone.
  return name === zone || name.endsWith(`.${zone}`) ? name : `${value & 0xffn}.${zone}`
}

/** Zones of a network, as one would name them: a whole one on the boundary above, of a part of a /24 the classless one. */
export function zoneOfNetwork({ family, first, prefix }: Network): string {
  const size = family === IPV4 ? 8 : 4
  const labels = reverseName({ family, value: first }).split('.')
  const whole = Math.floor(Math.min(prefix, family === IPV4 ? 24 : 128) / size)
  const zone = labels.slice(bitsOf(family) / size - whole).join('.')
  return family === IPV4 && prefix > 24 && prefix < 32 ? `${first & 0xffn}/${prefix}.${zone}` : zone
}

/** Zones that hold the record of an address, that of the fewest addresses first. */
export function zonesFor(address: One, zones: readonly string[]): { zone: string; name: string; prefix: number }[] {
  return zones
    .flatMap((zone) => {
      const name = nameInZone(address, zone)
      return name === null ? [] : [{ zone, name, prefix: networkOfZone(zone)?.prefix ?? 0 }]
    })
    .sort((a, b) => b.prefix - a.prefix)
}
