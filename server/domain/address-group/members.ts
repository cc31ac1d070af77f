import { msg, quote, type Text } from '../../shared/text.ts'
import { networkText, parseAddress, parseCidr } from '../ip/address.ts'
import { bitsOf } from '../ip/family.ts'

/** Members of a group, and so the most that stand in a packet rule when a group is written out in it. */
export const MOST_MEMBERS = 256

/** Reads members in their usual spelling; a network of one address is that address. `fault`: why they are none. */
export function readMembers(texts: readonly string[]): { members: string[] } | { fault: Text } {
  if (texts.length === 0) return { fault: msg`a group has at least one address or network` }
  if (texts.length > MOST_MEMBERS) return { fault: msg`at most ${MOST_MEMBERS} addresses and networks` }
  const members = new Set<string>()
  for (const text of texts) {
    const member = readMember(text.trim())
    if (typeof member !== 'string') return member
    if (members.has(member)) return { fault: msg`${quote(member)} is there twice` }
    members.add(member)
  }
  return { members: [...members] }
}

function readMember(text: string): string | { fault: Text } {
  const shown = quote(text.slice(0, 64))
  if (!text.includes('/'))
    return (
      parseAddress(text)?.text ?? { fault: msg`${shown} is not an address, and not a network such as 192.0.2.0/24` }
    )
  const network = parseCidr(text)
  if (!network) return { fault: msg`${shown} is not an address, and not a network such as 192.0.2.0/24` }
  const whole = networkText(network)
  if (!network.exact) return { fault: msg`${shown} is an address within a network: the network is ${quote(whole)}` }
  return network.prefix === bitsOf(network.family) ? whole.slice(0, whole.indexOf('/')) : whole
}
