import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import type { MacReading, PortSpeedChange, PortVlanChange, PortVlanReading, VlanReading } from '../types.ts'

export type VlanTables = { vlans: VlanReading[]; port_vlans: PortVlanReading[] }

/** The VLANs of one port, and what a change of it has to know. */
export type PortVlans = {
  port: PortVlanReading
  /** VLANs that the device has, of those that were looked at. */
  vlans: number[]
  /** Those in whose lists the port stands, one way or another: a change takes it out of the ones that are not wanted. */
  stands: number[]
}

/** How VLANs are read and written: one implementation for each family of tables. */
export type VlanTableFamily = {
  /** Null when the device has none of these tables. */
  read(session: SnmpSession, signal: AbortSignal): Promise<VlanTables | null>
  /**
   * Null for what is no port that can be in a VLAN, and when the device has none of these tables.
   * @param among the only VLANs that are looked at: those that a change was about; null for all
   */
  readPort(
    session: SnmpSession,
    ifIndex: string,
    among: readonly number[] | null,
    signal: AbortSignal,
  ): Promise<PortVlans | null>
  /** Every VLAN of the change exists. @param found the port as it is */
  setPort(session: SnmpSession, found: PortVlans, change: PortVlanChange, signal: AbortSignal): Promise<void>
  /** Makes a VLAN, or names one that exists. */
  create(session: SnmpSession, vlan: VlanReading, exists: boolean, signal: AbortSignal): Promise<void>
  delete(session: SnmpSession, vlanId: number, signal: AbortSignal): Promise<void>
}

/** How speed and duplex are read as they are set, and written. */
export type SpeedTableFamily = {
  /** @param only index of the one interface that is asked for; null for all */
  read(session: SnmpSession, only: string | null, signal: AbortSignal): Promise<Map<string, PortSpeedChange>>
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
