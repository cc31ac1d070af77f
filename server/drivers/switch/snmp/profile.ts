import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import type { MacReading, PortSpeedChange, PortVlanChange, PortVlanReading, VlanReading } from '../types.ts'

export type VlanTables = { vlans: VlanReading[]; port_vlans: PortVlanReading[] }

/** How VLANs are read and written: one implementation for each family of tables. */
export type VlanTableFamily = {
  /** Null when the device has none of these tables. */
  read(session: SnmpSession, signal: AbortSignal): Promise<VlanTables | null>
  /** Every VLAN of the change exists. */
  setPort(session: SnmpSession, ifIndex: string, change: PortVlanChange, signal: AbortSignal): Promise<void>
  create(session: SnmpSession, vlan: VlanReading, signal: AbortSignal): Promise<void>
  delete(session: SnmpSession, vlanId: number, signal: AbortSignal): Promise<void>
}

/** How speed and duplex are read as they are set, and written. */
export type SpeedTableFamily = {
  read(session: SnmpSession, signal: AbortSignal): Promise<Map<string, PortSpeedChange>>
  set(session: SnmpSession, ifIndex: string, want: PortSpeedChange, signal: AbortSignal): Promise<void>
}

/** How learned addresses are read; null when the device has none of the tables. @param vlans numbers of its VLANs */
export type MacTableFamily = (
  session: SnmpSession,
  vlans: readonly number[],
  signal: AbortSignal,
) => Promise<MacReading[] | null>

/** What tells devices apart that are all driven by the standard tables: which family serves what. */
export type SnmpProfile = {
  vlans: VlanTableFamily
  speeds: SpeedTableFamily
  macs: MacTableFamily
}
