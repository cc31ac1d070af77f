import { refused } from '../../domain/shared/errors.ts'
import { isNegotiated } from '../../domain/switch/port.ts'
import { msg } from '../../shared/text.ts'
import type { PortSpeedChange, PortVlanChange, PortVlanReading } from './types.ts'

/** @throws PanelError refused for what is no interface index */
export function checkIfIndex(ifIndex: string): void {
  if (!/^[1-9]\d{0,9}$/.test(ifIndex))
    throw refused(msg`"${ifIndex.slice(0, 20)}" is not an interface index`, 'if_index')
}

/** @throws PanelError refused for text a device could misunderstand */
export function checkAlias(alias: string): void {
  if (alias.length > 64 || Buffer.byteLength(alias) > 64)
    throw refused(msg`A port description has at most 64 bytes`, 'description')
  if (/\p{Cc}/u.test(alias)) throw refused(msg`A port description must not contain control characters`, 'description')
}

const isVlan = (id: number) => Number.isInteger(id) && id >= 1 && id <= 4094

/** @throws PanelError refused for numbers outside 1 to 4094 */
export function checkVlan(vlanId: number): void {
  if (!isVlan(vlanId)) throw refused(msg`${vlanId} is not a VLAN number: enter a number from 1 to 4094`, 'vlan_id')
}

/** Names as devices take them everywhere. @throws PanelError refused */
export function checkVlanName(name: string): void {
  if (!/^[\w.-]{1,32}$/.test(name))
    throw refused(msg`A VLAN name has up to 32 letters, digits, dots and hyphens`, 'name')
}

/** The change with members in order, once each and without the native VLAN. @throws PanelError refused */
export function normalChange(change: PortVlanChange): PortVlanChange {
  checkVlan(change.vlan_id)
  if (change.trunk_members.some((id) => !isVlan(id)))
    throw refused(msg`VLAN numbers go from 1 to 4094`, 'trunk_members')
  const members = [...new Set(change.trunk_members)].filter((id) => id !== change.vlan_id).sort((a, b) => a - b)
  if (change.is_trunk && members.length === 0)
    throw refused(msg`A trunk needs at least one tagged VLAN besides the native one`, 'trunk_members')
  return { vlan_id: change.vlan_id, is_trunk: change.is_trunk, trunk_members: change.is_trunk ? members : [] }
}

/** @throws PanelError refused for a combination that no device has */
export function checkSpeed(change: PortSpeedChange): PortSpeedChange {
  if (isNegotiated(change.speed) && change.duplex === 'half')
    throw refused(msg`With automatic speed duplex is automatic too: set a speed for half duplex`, 'duplex')
  return change
}

/** Whether the device has a port as it is wanted. */
export function isAsWanted(port: PortVlanReading | undefined, want: PortVlanChange): boolean {
  return (
    port !== undefined &&
    port.vlan_id === want.vlan_id &&
    port.is_trunk === want.is_trunk &&
    port.trunk_members.length === want.trunk_members.length &&
    port.trunk_members.every((id, i) => id === want.trunk_members[i])
  )
}
