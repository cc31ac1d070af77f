import ipaddr from 'ipaddr.js'
import { bitsOf, type Family, IPV4, IPV6 } from './family.ts'

/** One address: its family, its value as a number and its usual spelling (RFC 5952 for IPv6). */
export type ParsedAddress = { family: Family; value: bigint; text: string }
/** Consecutive addresses, ends included. */
export type AddressRange = { family: Family; first: bigint; last: bigint }
export type Network = AddressRange & { prefix: number }

const toNumber = (bytes: readonly number[]) => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)

const toBytes = (value: bigint, length: number) =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 0xffn))

/** The usual spelling of an address. */
export const addressText = (family: Family, value: bigint): string =>
  ipaddr.fromByteArray(toBytes(value, bitsOf(family) / 8)).toString()

/**
 * Reads one address; null if invalid. Only unambiguous spellings: four decimal numbers without leading zeros, or IPv6
 * without a zone. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is the IPv4 address.
 */
export function parseAddress(text: string): ParsedAddress | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text)
    const plain = address.toString()
    return plain === text ? { family: IPV4, value: toNumber(address.toByteArray()), text } : null
  }
  const groups = withoutDots(text)
  if (groups === null || text.includes('%') || !ipaddr.IPv6.isValid(groups)) return null
  const address = ipaddr.IPv6.parse(groups)
  if (address.isIPv4MappedAddress()) return parseAddress(address.toIPv4Address().toString())
  return { family: IPV6, value: toNumber(address.toByteArray()), text: address.toString() }
}

/** IPv6 with its last 32 bits in dots, written in groups: the library reads `::192.0.2.1` as a mapped address, which it is not. */
function withoutDots(text: string): string | null {
  const at = text.lastIndexOf(':') + 1
  if (at === 0 || !text.includes('.')) return at === 0 ? null : text
  const tail = parseAddress(text.slice(at))
  if (!tail) return null
  return `${text.slice(0, at)}${(tail.value >> 16n).toString(16)}:${(tail.value & 0xffffn).toString(16)}`
}

/** First and last address of the network of `prefix` bits around an address. */
export function networkAround(family: Family, value: bigint, prefix: number): Network {
  const hostBits = BigInt(bitsOf(family) - prefix)
  const first = (value >> hostBits) << hostBits
  return { family, first, last: first | ((1n << hostBits) - 1n), prefix }
}

/** Reads `192.0.2.0/24`; null when it is no CIDR, `exact: false` beside it when the address has bits behind the prefix. */
export function parseCidr(text: string): (Network & { exact: boolean }) | null {
  const [address, length, ...rest] = text.split('/')
  if (address === undefined || length === undefined || rest.length || !/^(0|[1-9]\d{0,2})$/.test(length)) return null
  const parsed = parseAddress(address)
  const prefix = Number(length)
  // A mapped address would have the prefix of its IPv6 spelling.
  if (!parsed || prefix > bitsOf(parsed.family) || (parsed.family === IPV4 && address.includes(':'))) return null
  const network = networkAround(parsed.family, parsed.value, prefix)
  return { ...network, exact: network.first === parsed.value }
}

/**
 * Reads an address, `first-last` (blanks around the dash allowed) or CIDR; null when it is none of them or runs backwards.
 * `text` is the same in usual spelling.
 */
export function parseRange(text: string): (AddressRange & { text: string }) | null {
  if (text.includes('/')) {
    const network = parseCidr(text.trim())
    if (!network?.exact) return null
    return { family: network.family, first: network.first, last: network.last, text: networkText(network) }
  }
  const [from, to, ...rest] = text.split('-').map((part) => parseAddress(part.trim()))
  if (!from || to === null || rest.length) return null
  const last = to ?? from
  if (from.family !== last.family || last.value < from.value) return null
  return { family: from.family, first: from.value, last: last.value, text: to ? `${from.text}-${to.text}` : from.text }
}

/** The network that consists of exactly these addresses; null when they are not one. */
export function asNetwork({ family, first, last }: AddressRange): Network | null {
  const hostBits = (last - first + 1n).toString(2).length - 1
  const network = networkAround(family, first, bitsOf(family) - hostBits)
  return network.first === first && network.last === last ? network : null
}

export const networkText = ({ family, first, prefix }: Network) => `${addressText(family, first)}/${prefix}`

export const sizeOf = ({ first, last }: Pick<AddressRange, 'first' | 'last'>) => last - first + 1n
export const contains = (outer: AddressRange, inner: AddressRange) =>
  outer.family === inner.family && outer.first <= inner.first && inner.last <= outer.last
const meets = (a: AddressRange, b: AddressRange) => a.family === b.family && a.first <= b.last && b.first <= a.last

/** Blocks from which no address can be assigned, each with its name. */
const UNUSABLE = (
  [
    ['0.0.0.0/8', 'this network'],
    ['127.0.0.0/8', 'loopback'],
    ['224.0.0.0/4', 'multicast'],
    ['255.255.255.255/32', 'broadcast'],
    ['::/96', 'unspecified and loopback'],
    ['fe80::/10', 'link-local'],
    ['ff00::/8', 'multicast'],
  ] as const
).map(([cidr, word]) => ({ word, block: parseCidr(cidr) as Network }))

/** Why addresses cannot be assigned, as a keyword; null if they can. */
export const unusable = (range: AddressRange): string | null =>
  UNUSABLE.find(({ block }) => meets(block, range))?.word ?? null
