import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { FirewallRule, PacketFilter } from '../types.ts'
import { buildXml, type XmlNode } from './xml.ts'

/**
 * Rules are tried in this order. The guest's firewall comes first: a packet that names its sender rightly is let go at once.
 * Only rules of the link layer (ebtables) are used, because they need neither connection tracking nor
 * `bridge-nf-call-iptables` on the node.
 */
const order = { firewall: '-500', forged: '-400', own: '-300', rest: '-200' } as const

/** Filters of a domain begin with its name; one belongs to each interface. */
export const filterPrefix = (domain: string) => `${domain}-nic-`
export const filterName = (domain: string, mac: string) => filterPrefix(domain) + plainMac(mac).replaceAll(':', '')

function plainMac(mac: string): string {
  if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(mac))
    throw new PanelError('invalid_input', msg`This is not a MAC address`)
  return mac.toLowerCase()
}

/** The same at every definition, or libvirt takes it for another filter of the same name. */
function filterUuid(name: string): string {
  const hex = createHash('sha256').update(`datahall nwfilter ${name}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

type Rule = { action: 'accept' | 'drop'; direction: 'in' | 'out'; priority: string; match: XmlNode }

const rule = ({ action, direction, priority, match }: Rule): XmlNode => ({
  '@action': action,
  '@direction': direction,
  '@priority': priority,
  ...match,
})

function port(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 65535)
    throw new PanelError('invalid_input', msg`A port is a number from 1 to 65535`)
  return String(value)
}

/** Both families: a rule names ports, not addresses. */
function firewall({ direction, protocols, portstart, portend }: FirewallRule): Rule[] {
  const ports = { '@dstportstart': port(portstart), '@dstportend': port(portend) }
  return protocols.flatMap((protocol) =>
    ['ip', 'ipv6'].map((family) => ({
      action: 'drop',
      direction,
      priority: order.firewall,
      match: { [family]: { '@protocol': protocol, ...ports } },
    })),
  )
}

function antiSpoofing(mac: string, addresses: readonly string[] | null): Rule[] {
  const out = (action: Rule['action'], priority: string, match: XmlNode): Rule => ({
    action,
    direction: 'out',
    priority,
    match,
  })
  const own = (match: XmlNode) => out('accept', order.own, match)
  const rules = [
    out('drop', order.forged, { mac: { '@match': 'no', '@srcmacaddr': mac } }),
    out('drop', order.forged, { arp: { '@match': 'no', '@arpsrcmacaddr': mac } }),
  ]
  if (addresses === null) return rules
  const v4 = addresses.filter((address) => isIPv4(address))
  const v6 = addresses.filter((address) => isIPv6(address) && !address.includes('%'))
  if (v4.length + v6.length < addresses.length)
    throw new PanelError('invalid_input', msg`One of the addresses is not valid`)
  for (const address of v4) {
    rules.push(own({ ip: { '@srcipaddr': address } }), own({ arp: { '@arpsrcipaddr': address } }))
  }
  // A client that requests an address, or probes whether one is free (RFC 5227), has none yet.
  rules.push(own({ arp: { '@arpsrcipaddr': '0.0.0.0' } }))
  const dhcp = { '@srcipaddr': '0.0.0.0', '@protocol': 'udp', '@srcportstart': '68', '@dstportstart': '67' }
  rules.push(own({ ip: dhcp }))
  if (v6.length > 0) {
    // A router's word is taken from routers alone. The unspecified address asks whether another is free (RFC 4862).
    rules.push(out('drop', order.forged, { ipv6: { '@protocol': 'icmpv6', '@type': '134' } }))
    for (const address of ['::', ...v6]) rules.push(own({ ipv6: { '@srcipaddr': address } }))
    rules.push(own({ ipv6: { '@srcipaddr': 'fe80::', '@srcipmask': '10' } }))
  }
  // All else, tagged frames too.
  rules.push(out('drop', order.rest, { mac: {} }))
  return rules
}

/**
 * The filter of one interface (libvirt.org/formatnwfilter.html).
 * @throws PanelError invalid_input for what is no MAC, address or port
 */
export function filterXml(domain: string, mac: string, filter: PacketFilter): string {
  const name = filterName(domain, mac)
  const rules = [
    ...filter.firewall_rules.flatMap(firewall),
    ...(filter.anti_spoofing ? antiSpoofing(plainMac(mac), filter.anti_spoofing.addresses) : []),
  ]
  return buildXml({
    filter: { '@name': name, '@chain': 'root', uuid: filterUuid(name), rule: rules.map(rule) },
  })
}
