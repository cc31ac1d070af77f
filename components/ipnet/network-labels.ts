import { contains, networkText, parseAddress, parseCidr } from '../../server/domain/ip/address.ts'

/** What is wrong with a typed network, as a key of the dictionary; the server decides, this only says it sooner. */
export function networkFault(text: string): { key: 'nameWrong' } | { key: 'nameInside'; network: string } | null {
  const cidr = parseCidr(text.trim())
  if (!cidr) return { key: 'nameWrong' }
  return cidr.exact ? null : { key: 'nameInside', network: networkText(cidr) }
}

/** The same for its gateway; nothing typed is no gateway. */
export function gatewayFault(
  text: string,
  network: string,
): { key: 'gatewayWrong' } | { key: 'gatewayOutside'; network: string } | null {
  if (text.trim() === '') return null
  const address = parseAddress(text.trim())
  if (!address) return { key: 'gatewayWrong' }
  const cidr = parseCidr(network.trim())
  if (!cidr?.exact) return null
  const inside = contains(cidr, { family: address.family, first: address.value, last: address.value })
  return inside ? null : { key: 'gatewayOutside', network: networkText(cidr) }
}

export const isVlan = (text: string): boolean =>
  text.trim() === '' || (/^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= 4094)
