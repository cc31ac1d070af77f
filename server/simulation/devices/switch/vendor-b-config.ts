import { configuredSpeed, portsOf, vlansOf } from '../../../drivers/switch/vendor-b/config.ts'
import { child, childrenOf, textAt, type XmlElement, xml } from '../../../protocols/netconf/xml.ts'
import { ConfigError } from './config-tree.ts'
import { changeLink, type SimulatedSwitch } from './model.ts'

/** The configuration that describes a simulated switch as it is. */
export function configurationOf(model: SimulatedSwitch): XmlElement {
  const vlans = [...model.vlans].map(([id, vlan]) => xml('vlan', [xml('name', vlan.name), xml('vlan-id', id)]))
  const interfaces = model.ports.map((port) => {
    const tagged = [...model.vlans].filter(
      ([, vlan]) => vlan.egress.has(port.number) && !vlan.untagged.has(port.number),
    )
    const members = port.trunk ? tagged.map(([id]) => id) : [port.pvid]
    const switching = xml('ethernet-switching', [
      xml('port-mode', port.trunk ? 'trunk' : 'access'),
      xml(
        'vlan',
        members.map((id) => xml('members', id)),
      ),
      port.trunk ? xml('native-vlan-id', port.pvid) : null,
    ])
    return xml('interface', [
      xml('name', port.name),
      port.alias ? xml('description', port.alias) : null,
      port.admin === 2 ? xml('disable') : null,
      xml('unit', [xml('name', '0'), xml('family', [switching])]),
    ])
  })
  return xml('configuration', [xml('interfaces', interfaces), xml('vlans', vlans)])
}

/** What a commit refuses. @throws ConfigError */
export function checkConfiguration(tree: XmlElement): void {
  const vlans = vlansOf(tree)
  const numbers = new Set(vlans.map((vlan) => vlan.vlan_id))
  if (vlans.length < childrenOf(child(tree, 'vlans'), 'vlan').length)
    throw new ConfigError('operation-failed', 'a VLAN number is used twice')
  for (const port of childrenOf(child(tree, 'interfaces'), 'interface')) {
    const name = textAt(port, 'name')
    const switching = child(child(child(port, 'unit'), 'family'), 'ethernet-switching')
    for (const { text } of childrenOf(child(switching, 'vlan'), 'members')) {
      if (!numbers.has(Number(text)) && !vlans.some((vlan) => vlan.name === text.trim()))
        throw new ConfigError('operation-failed', `${name}: vlan ${text} is not configured`)
    }
    if (textAt(switching, 'port-mode') === 'access' && childrenOf(child(switching, 'vlan'), 'members').length > 1)
      throw new ConfigError('operation-failed', `${name}: an access interface has one vlan`)
  }
}

/** Applies the configuration to the switch. */
export function applyConfiguration(model: SimulatedSwitch, tree: XmlElement): void {
  model.vlans = new Map(
    vlansOf(tree).map((vlan) => [
      vlan.vlan_id,
      { name: vlan.name, egress: new Set<number>(), untagged: new Set<number>() },
    ]),
  )
  const configured = new Map(portsOf(tree).map((port) => [port.name, port]))
  for (const port of model.ports) {
    const now = configured.get(port.name)
    const admin = now?.disabled ? 2 : 1
    if (port.admin !== admin) changeLink(model, port, { admin })
    port.alias = now?.description ?? ''
    port.trunk = now?.vlan.is_trunk ?? false
    port.pvid = now?.vlan.vlan_id ?? 1
    model.vlans.get(port.pvid)?.egress.add(port.number)
    model.vlans.get(port.pvid)?.untagged.add(port.number)
    for (const id of now?.vlan.trunk_members ?? []) model.vlans.get(id)?.egress.add(port.number)
    const speed = configuredSpeed(tree, port.name)
    port.auto = !speed || speed.speed === 'auto'
    if (speed && !port.auto) {
      port.mbps = Number.parseInt(speed.speed, 10) * (speed.speed.endsWith('G') ? 1_000 : 1)
      port.full_duplex = speed.duplex !== 'half'
    }
  }
}
