import {
  asNetwork,
  contains,
  type Network,
  networkText,
  parseAddress,
  parseCidr,
  parseRange,
  unusable,
} from '../../../domain/ip/address.ts'
import { invalidField } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** Reads the name of a network: CIDR, or `first-last` where that is one. */
export function readNetwork(name: string): Network {
  const text = name.trim()
  const cidr = parseCidr(text)
  if (cidr && !cidr.exact)
    throw invalidField('name', msg`${text.slice(0, 60)} is an address within ${networkText(cidr)}; give the network`)
  const range = cidr ?? (text.includes('-') ? parseRange(text) : null)
  const network = range && asNetwork(range)
  if (!network)
    throw invalidField('name', msg`${text.slice(0, 60)} is not a network such as 192.0.2.0/24 or 2001:db8::/64`)
  const kind = unusable(network)
  if (kind)
    throw invalidField('name', msg`${networkText(network)} contains ${kind} addresses, which cannot be assigned`)
  return network
}

/** Reads a gateway: an address of the network itself, since VMs reach it without a route. Null and '' are none. */
export function readGateway(text: string | null | undefined, network: Network, needReserve: boolean): string | null {
  if (!text?.trim()) return null
  const address = parseAddress(text.trim())
  if (!address) throw invalidField('gateway', msg`${text.slice(0, 60)} is not an address`)
  if (!contains(network, { ...address, first: address.value, last: address.value }))
    throw invalidField('gateway', msg`${address.text} is not in ${networkText(network)}`)
  const end =
    network.family === 2 && network.prefix < 31 && (address.value === network.first || address.value === network.last)
  if (end && needReserve)
    throw invalidField('gateway', msg`${address.text} is the network's own or its broadcast address`)
  return address.text
}

export function readVlan(vlan: string | number | undefined): string | null | undefined {
  if (vlan === undefined) return undefined
  const text = String(vlan).trim()
  if (text === '') return null
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 4094) throw invalidField('vlan', msg`a number from 1 to 4094`)
  return text
}
