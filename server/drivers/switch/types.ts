import type { PortAdminStatus, PortDuplex, PortOperStatus, PortSpeed, PortSpeedType } from '../../domain/switch/port.ts'
import type { DeviceSystem, SnmpParams } from '../snmp-params.ts'

export type SwitchDevice = 'vendorA_snmp' | 'snmp_common' | 'vendorB_without_els'
export type SwitchProtocol = 'snmp' | 'ssh' | 'netconf'

export type SshParams = { user: string; password: string; port: number }

export type NetconfParams = {
  username: string
  password: string
  port: number
  device_params?: { name?: string } | null
}

/** Where a switch is and how to get in. Secrets live here only in memory; nothing logs a target. */
export type SwitchTarget = {
  /** IPv4 address. */
  address: string
  snmp: SnmpParams | null
  ssh: SshParams | null
  netconf: NetconfParams | null
  /** Pinned fingerprint of the SSH key (`SHA256:…`) for ssh and netconf; null on first contact: any key is taken and reported. */
  host_key: string | null
}

export type PortReading = {
  /** Interface index of the device in decimal; the port's name for the panel, unique within a switch. */
  if_index: string
  /** Short name (ifName), or the description when there is none: `Gi1/0/7`, `ge-0/0/7`. */
  name: string
  /** What the device calls the interface (ifDescr). */
  description: string
  /** What people wrote on the device (ifAlias). */
  alias: string
  /** Number of IANAifType: 6 Ethernet, 161 link aggregation. */
  type: number
  speed: PortSpeed
  /** What the port can do at most, as far as the device tells. */
  speed_type: PortSpeedType
  /** Nominal speed now in Mbit/s; null when the device does not say, often so for a port without link. */
  speed_mbps: number | null
  duplex: PortDuplex
  admin_status: PortAdminStatus
  oper_status: PortOperStatus
  /** Lower case with colons, or null. */
  mac: string | null
}

export type SwitchInventory = { system: DeviceSystem; ports: PortReading[] }

/** Counters as the device has them: they only grow, until they begin again or wrap at 2^bits. Rates are the caller's arithmetic. */
export type PortCounters = {
  if_index: string
  /** Width of the octet counters: 32 on devices without ifXTable. Errors and discards are always 32 bits wide. */
  bits: 32 | 64
  in_octets: bigint
  out_octets: bigint
  in_errors: bigint
  out_errors: bigint
  in_discards: bigint
  out_discards: bigint
  oper_status: PortOperStatus
  admin_status: PortAdminStatus
}

export type CounterReading = {
  /** Milliseconds of Unix time, when the answer with the octets had arrived. */
  at: number
  /** Less than last time: the counters began again. */
  uptime_s: number
  ports: PortCounters[]
}

export type VlanReading = { vlan_id: number; name: string }

export type PortVlanReading = {
  if_index: string
  /** Access VLAN, or the native VLAN of a trunk; null for a trunk without one. */
  vlan_id: number | null
  is_trunk: boolean
  /** Tagged VLANs of a trunk in order, without the native one; empty in access mode. */
  trunk_members: number[]
}

/** What a neighbour reports by LLDP. All of it is text of an unknown device. */
export type NeighbourReading = {
  if_index: string
  /** MAC address in lower case with colons, or whatever identifies the neighbour's chassis. */
  chassis_id: string
  /** The neighbour's port: a MAC address likewise, or a name. */
  port_id: string
  port_description: string
  system_name: string
  system_description: string
}

export type MacReading = { if_index: string; mac: string; vlan_id: number | null }

/** A port that is a member of a link aggregation, which is a port as well. */
export type AggregateReading = { if_index: string; aggregate: string }

export const switchTables = ['vlans', 'port_vlans', 'neighbours', 'macs', 'aggregates'] as const
export type SwitchTable = (typeof switchTables)[number]

export type SwitchTables = {
  vlans: VlanReading[]
  port_vlans: PortVlanReading[]
  neighbours: NeighbourReading[]
  macs: MacReading[]
  aggregates: AggregateReading[]
  /** Tables the device does not have at all: an empty list then means "unknown", not "none". */
  missing: SwitchTable[]
  /**
   * Tables that the device answers with invalid data, or with more than can be read; they are among the missing. One
   * does not spoil the others.
   */
  faults: { table: SwitchTable; message: string }[]
}

/** Speed and duplex are set together. */
export type PortSpeedChange = { speed: PortSpeed; duplex: PortDuplex }

export type PortVlanChange = { vlan_id: number; is_trunk: boolean; trunk_members: number[] }

/** What a switch says of a port after a change, and when it was asked. */
export type PortAfter = { at: Date; port: PortReading }
export type PortVlanAfter = { at: Date; vlan: PortVlanReading }

/** What a driver can do with devices of its kind; a device may still refuse. */
export type SwitchCapabilities = {
  set_admin_status: boolean
  set_alias: boolean
  set_port_vlan: boolean
  /** VLANs have to exist on the device before a port can be put into them. */
  create_vlan: boolean
  set_speed_duplex: boolean
}

/**
 * A way to one switch. Every call takes an abort signal, is bounded in time and size, throws PanelError `device_unreachable`
 * when the device does not answer and `device_rejected` when it refuses or answers nonsense. Actions look before they act (asking
 * for what already is, is a no-op), read back what the device made of it, and may be repeated. No other caller changes the device meanwhile:
 * the caller sees to that.
 */
export type SwitchConnection = {
  /** Fingerprint of the SSH key the device showed (`SHA256:…`); null while only SNMP has been spoken. */
  readonly host_key: string | null
  close(): void

  /** System and ports: those that can carry a cable, and link aggregations. */
  readInventory(signal: AbortSignal): Promise<SwitchInventory>
  /** The fast round: octets, errors, discards, states. */
  readCounters(signal: AbortSignal): Promise<CounterReading>
  /** The slow round: VLANs, membership, neighbours, learned addresses. */
  readTables(signal: AbortSignal): Promise<SwitchTables>

  /** One port, without a walk through all; null when the switch has none of this index. */
  readPort(ifIndex: string, signal: AbortSignal): Promise<PortReading | null>
  /** Null for what is no port that can be in a VLAN. */
  readPortVlan(ifIndex: string, signal: AbortSignal): Promise<PortVlanReading | null>

  setAdminStatus(ifIndex: string, status: 'up' | 'down', signal: AbortSignal): Promise<PortAfter>
  /** At most 64 characters; control characters are refused. */
  setAlias(ifIndex: string, alias: string, signal: AbortSignal): Promise<PortAfter>
  /** Creates VLANs the device does not have yet where it wants them created. */
  setPortVlan(ifIndex: string, change: PortVlanChange, signal: AbortSignal): Promise<PortVlanAfter>
  /** A VLAN that exists gets the name. */
  createVlan(vlan: VlanReading, signal: AbortSignal): Promise<void>
  /** A VLAN that does not exist is fine. Refused while ports are in it. */
  deleteVlan(vlanId: number, signal: AbortSignal): Promise<void>
  setSpeedDuplex(ifIndex: string, want: PortSpeedChange, signal: AbortSignal): Promise<PortAfter>
}

export type SwitchDriver = {
  device: SwitchDevice
  label: string
  /** In the order of use; the first is needed, see `needs`. */
  protocols: readonly SwitchProtocol[]
  capabilities: SwitchCapabilities
  /** Parameters without which `connect` refuses. */
  needs: readonly SwitchProtocol[]
  /**
   * Checks the parameters and makes a connection; a peer is first spoken to by the first call.
   *
   * @throws PanelError `refused` for parameters this driver cannot work with
   */
  connect(target: SwitchTarget): SwitchConnection
}
