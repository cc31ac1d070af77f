import { isIPv4, isIPv6 } from 'node:net'
import { contains, parseCidr, parseRange } from '../../domain/ip/address.ts'
import { invalidInput } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'

/** Addresses and networks by family, each once. @throws PanelError invalid_input */
export function byFamily(addresses: readonly string[]): { v4: Set<string>; v6: Set<string> } {
  const v4 = new Set<string>()
  const v6 = new Set<string>()
  for (const one of addresses) {
    const [, address = '', prefix] = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(one) ?? []
    const length = prefix === undefined ? null : Number(prefix)
    if (isIPv4(address) && (length ?? 32) <= 32) v4.add(length === null || length === 32 ? address : one)
    else if (isIPv6(address) && (length ?? 128) <= 128)
      v6.add(length === null || length === 128 ? plainV6(address) : `${plainV6(address)}/${length}`)
    else throw invalidInput(msg`One of the addresses is not valid`, one.slice(0, 100))
  }
  return { v4, v6 }
}

/** Addresses and networks of a family without those that lie in another of them. */
export function withoutInner(addresses: readonly string[]): string[] {
  const spans = addresses.map((text) => ({ text, span: parseCidr(text) ?? parseRange(text) }))
  // Of those that are the same in two spellings the first stays.
  const isInner = (n: number) =>
    spans.some(({ span }, other) => {
      const own = spans[n]?.span
      return other !== n && own && span && contains(span, own) && (other < n || !contains(own, span))
    })
  return addresses.filter((_, n) => !isInner(n))
}

const plainV6 = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)
