import type { PortDuplex, PortSpeed } from '../../../domain/switch/port.ts'
import type { Edit } from '../../../protocols/netconf/operations.ts'
import { child, childrenOf, textAt, type XmlElement, xml } from '../../../protocols/netconf/xml.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import type { PortVlanChange, PortVlanReading, VlanReading } from '../types.ts'

/** A port as the configuration has it, by its name (`ge-0/0/7`). */
export type ConfiguredPort = {
  name: string
  disabled: boolean
  description: string
  vlan: Omit<PortVlanReading, 'if_index'>
  /** Names of VLANs that list the port themselves. */
  listed: string[]
}

const isVlan = (id: number) => Number.isInteger(id) && id >= 1 && id <= 4094

/** VLANs of `vlans`, one for each number; those without a number are of no use to us. */
export function vlansOf(configuration: XmlElement | undefined): VlanReading[] {
  const vlans = new Map<number, VlanReading>()
  for (const vlan of childrenOf(child(configuration, 'vlans'), 'vlan')) {
    const vlan_id = Number(textAt(vlan, 'vlan-id'))
    if (isVlan(vlan_id) && !vlans.has(vlan_id))
      vlans.set(vlan_id, { vlan_id, name: cleanText(textAt(vlan, 'name'), 64) })
  }
  return [...vlans.values()]
}

/** Members are names, numbers, ranges of numbers, or the word `all`. */
function membersOf(words: readonly string[], vlans: readonly VlanReading[]): number[] {
  const numbers = new Set<number>()
  for (const word of words) {
    const range = /^(\d{1,4})-(\d{1,4})$/.exec(word)
    const named = vlans.find((vlan) => vlan.name === word)
    if (word === 'all') for (const vlan of vlans) numbers.add(vlan.vlan_id)
    else if (range) for (let id = Number(range[1]); id <= Math.min(Number(range[2]), 4094); id += 1) numbers.add(id)
    else if (named) numbers.add(named.vlan_id)
    else if (/^\d{1,4}$/.test(word)) numbers.add(Number(word))
  }
  return [...numbers].filter(isVlan).sort((a, b) => a - b)
}

/** The number of a VLAN that may be given by name. */
const vlanNumber = (word: string, vlans: readonly VlanReading[]): number | null =>
  vlans.find((vlan) => vlan.name === word)?.vlan_id ?? (isVlan(Number(word)) ? Number(word) : null)

/** Ports that switch, as `interfaces` describes them without ELS: `family ethernet-switching` with `port-mode`. */
export function portsOf(configuration: XmlElement | undefined): ConfiguredPort[] {
  const vlans = vlansOf(configuration)
  const lists = childrenOf(child(configuration, 'vlans'), 'vlan').map((vlan) => ({
    name: textAt(vlan, 'name').trim(),
    ports: new Set(childrenOf(vlan, 'interface').map((port) => textAt(port, 'name').trim())),
  }))
  return childrenOf(child(configuration, 'interfaces'), 'interface').map((port) => {
    const name = textAt(port, 'name').trim()
    const listed = lists.filter((vlan) => vlan.ports.has(`${name}.0`)).map((vlan) => vlan.name)
    const unit = childrenOf(port, 'unit').find((each) => textAt(each, 'name').trim() === '0')
    const switching = child(child(unit, 'family'), 'ethernet-switching')
    const words = childrenOf(child(switching, 'vlan'), 'members').map((each) => each.text.trim())
    const members = membersOf([...words, ...listed], vlans)
    const native = vlanNumber(textAt(switching, 'native-vlan-id').trim(), vlans)
    const is_trunk = textAt(switching, 'port-mode').trim() === 'trunk'
    return {
      name,
      listed,
      disabled: child(port, 'disable') !== undefined,
      description: cleanText(textAt(port, 'description'), 255),
      vlan: {
        // A port without a VLAN is in the default one.
        vlan_id: is_trunk ? native : switching ? (members[0] ?? 1) : null,
        is_trunk,
        trunk_members: is_trunk ? members.filter((id) => id !== native) : [],
      },
    }
  })
}

const configuration = (...parts: XmlElement[]) => xml('configuration', parts)
// Without a prefix, as the vendor documents it.
const remove = { operation: 'delete' }
const replace = { operation: 'replace' }

const merged = (config: XmlElement): Edit => ({ config, defaultOperation: 'merge' })
const deleted = (config: XmlElement): Edit => ({ config, defaultOperation: 'none' })

/** What takes a commit on trial back: the configuration before the last commit. */
export const takeBack = { load: xml('load-configuration', [], { rollback: '1' }) }

const onInterface = (name: string, ...parts: XmlElement[]) =>
  configuration(xml('interfaces', [xml('interface', [xml('name', name), ...parts])]))

/** Filter for what `vlansOf` and `portsOf` read. @param port name of the one port that is asked for; null for all */
export const readFilter = (port: string | null) => [
  configuration(xml('interfaces', port === null ? [] : [xml('interface', [xml('name', port)])]), xml('vlans')),
]

export const disable = (name: string, disabled: boolean): Edit =>
  disabled ? merged(onInterface(name, xml('disable'))) : deleted(onInterface(name, xml('disable', [], remove)))

export const describePort = (name: string, description: string): Edit =>
  description === ''
    ? deleted(onInterface(name, xml('description', [], remove)))
    : merged(onInterface(name, xml('description', description)))

/** The port's switching part as wanted, in place of whatever it was; other parts of the port stay. */
export function portVlan(name: string, { vlan_id, is_trunk, trunk_members }: PortVlanChange): Edit {
  const members = (is_trunk ? trunk_members : [vlan_id]).map((id) => xml('members', id))
  const switching = xml(
    'ethernet-switching',
    [
      xml('port-mode', is_trunk ? 'trunk' : 'access'),
      xml('vlan', members),
      is_trunk ? xml('native-vlan-id', vlan_id) : null,
    ],
    replace,
  )
  return merged(onInterface(name, xml('unit', [xml('name', '0'), xml('family', [switching])])))
}

export const addVlan = ({ vlan_id, name }: VlanReading): Edit =>
  merged(configuration(xml('vlans', [xml('vlan', [xml('name', name), xml('vlan-id', vlan_id)])])))

export const removeVlan = (name: string): Edit =>
  deleted(configuration(xml('vlans', [xml('vlan', [xml('name', name)], remove)])))

/** Takes a port out of the lists that VLANs have, the other way to say where it is. */
export const leaveVlans = (name: string, vlans: readonly string[]): Edit[] =>
  vlans.map((vlan) => {
    const port = xml('interface', [xml('name', `${name}.0`)], remove)
    return deleted(configuration(xml('vlans', [xml('vlan', [xml('name', vlan), port])])))
  })

const speedNames: Partial<Record<PortSpeed, string>> = {
  '10M': 'ethernet-10m',
  '100M': 'ethernet-100m',
  '1G': 'ethernet-1g',
  '10G': 'ethernet-10g',
}

/** Speed and duplex; null for what this family does not have. */
export function speedDuplex(name: string, speed: PortSpeed, duplex: PortDuplex): Edit | null {
  if (speed === 'auto') return merged(onInterface(name, xml('ether-options', [xml('auto-negotiation')], replace)))
  const word = speedNames[speed]
  if (!word || (duplex !== 'half' && duplex !== 'full')) return null
  if (duplex === 'half' && speed !== '10M' && speed !== '100M') return null
  const options = [xml('no-auto-negotiation'), xml('link-mode', `${duplex}-duplex`), xml('speed', [xml(word)])]
  return merged(onInterface(name, xml('ether-options', options, replace)))
}

/** Speed and duplex as configured; null when nothing is. */
export function configuredSpeed(
  configured: XmlElement | undefined,
  name: string,
): { speed: PortSpeed; duplex: PortDuplex } | null {
  const port = childrenOf(child(configured, 'interfaces'), 'interface').find(
    (each) => textAt(each, 'name').trim() === name,
  )
  const options = child(port, 'ether-options')
  if (!options) return null
  const word = child(options, 'speed')?.children[0]?.name
  const speed = Object.entries(speedNames).find(([, each]) => each === word)?.[0] as PortSpeed | undefined
  if (!speed) return { speed: 'auto', duplex: 'auto' }
  return { speed, duplex: textAt(options, 'link-mode').startsWith('half') ? 'half' : 'full' }
}
