import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** `::ffff:192.0.2.1` and `192.0.2.1` are one address. Text that is no address answers `0.0.0.0`, which no list allows. */
export function plainAddress(text: string | undefined): string {
  // The zone of a link-local address (`%eth0`) is ours, not the caller's.
  const bare = text?.split('%')[0]
  return bare && isExact(bare) ? ipaddr.process(bare).toString() : '0.0.0.0'
}

/**
 * The address a request really comes from. `X-Forwarded-For` is read from its right end, and only as long as the hop that
 * wrote it is one of the configured proxies; anything a client writes itself lies further left and is ignored.
 */
export function clientAddress(
  remote: string | undefined,
  forwarded: string | undefined,
  trusted: readonly string[],
): string {
  let address = plainAddress(remote)
  const hops = (forwarded ?? '')
    .split(',')
    .map((hop) => withoutPort(hop.trim()))
    .filter(Boolean)
  while (hops.length > 0 && isWithin(address, trusted)) {
    const next = hops.pop() as string
    if (!isExact(next)) break
    address = plainAddress(next)
  }
  return address
}

/** Some proxies write the caller's port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string) =>
  /^\[(.*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop

export const requestAddress = (req: IncomingMessage, trusted: readonly string[]) =>
  clientAddress(req.socket.remoteAddress, [req.headers['x-forwarded-for']].flat().join(','), trusted)

/**
 * True when an address lies in one of the items: single address, `first-last`, or CIDR. v4-mapped IPv6 counts as IPv4, and no
 * IPv4 address lies in an IPv6 subnet: `::/0` is everybody who comes over IPv6.
 */
export function isWithin(address: string, items: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const wanted = ipaddr.process(address)
  return items.some((item) => {
    const bounds = parseItem(item)
    if (!bounds || bounds.first.kind() !== wanted.kind()) return false
    const bytes = wanted.toByteArray()
    return compare(bytes, bounds.first.toByteArray()) >= 0 && compare(bytes, bounds.last.toByteArray()) <= 0
  })
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** First and last address of an item, or null when it is none. */
export function parseItem(item: string): { first: Address; last: Address } | null {
  const [head, tail, more] = item.split('-').map((word) => word.trim())
  if (head === undefined || more !== undefined) return null
  if (tail !== undefined) {
    if (!isExact(head) || !isExact(tail)) return null
    const [first, last] = [ipaddr.process(head), ipaddr.process(tail)]
    if (first.kind() !== last.kind() || compare(first.toByteArray(), last.toByteArray()) > 0) return null
    return { first, last }
  }
  if (!head.includes('/')) return isExact(head) ? { first: ipaddr.process(head), last: ipaddr.process(head) } : null
  return parseCidr(head)
}

function parseCidr(text: string) {
  const [base, bits] = text.split('/')
  if (!base || !isExact(base) || !bits || !/^\d{1,3}$/.test(bits)) return null
  const mapped = ipaddr.parse(base).kind() === 'ipv6' && (ipaddr.parse(base) as ipaddr.IPv6).isIPv4MappedAddress()
  const length = Number(bits) - (mapped ? 96 : 0)
  const address = ipaddr.process(base)
  const bytes = address.toByteArray()
  if (length < 0 || length > bytes.length * 8) return null
  const mask = bytes.map((_, i) => 255 & ~(255 >> Math.min(8, Math.max(0, length - i * 8))))
  const first = bytes.map((byte, i) => byte & (mask[i] as number))
  const last = bytes.map((byte, i) => byte | (255 & ~(mask[i] as number)))
  return { first: ipaddr.fromByteArray(first), last: ipaddr.fromByteArray(last) }
}

/** Four decimal parts, or IPv6: forms like `10.1` or `0x7f000001` are not what people mean by an address. */
const isExact = (text: string) =>
  text.includes(':') ? !text.includes('%') && ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text)

function compare(a: number[], b: number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number)
  return 0
}
