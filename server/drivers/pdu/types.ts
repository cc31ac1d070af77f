import type { DeviceSystem, SnmpParams } from '../snmp-params.ts'

/** Where a power distribution unit is and how to get in. Nothing logs a target. */
export type PduTarget = {
  /** IPv4 address. */
  address: string
  snmp: SnmpParams | null
}

export type OutletPower = 'unknown' | 'up' | 'down'

export type OutletReading = {
  /** Number of the outlet on the unit, from 1. */
  identity: number
  name: string
  power_status: OutletPower
  /** Milliamperes; null where the unit does not measure outlets. */
  current_ma: number | null
  /** Watts; null where the unit does not measure outlets. */
  power_w: number | null
}

export type PduLoad = {
  /** All inputs together, milliamperes and watts; null where the unit does not tell. */
  current_ma: number | null
  power_w: number | null
}

export type PduReading = { system: DeviceSystem; load: PduLoad; outlets: OutletReading[] }

export type PduCapabilities = {
  switch_outlets: boolean
  /** Load per outlet, not only of the unit. */
  outlet_load: boolean
}

/** What a unit says of an outlet after a command. */
export type OutletSwitched = {
  /** When it was asked. */
  at: Date
  outlet: OutletReading
  /** False when it was so already. */
  switched: boolean
}

/** A way to one unit; the promises of `SwitchConnection` hold here too. */
export type PduConnection = {
  close(): void
  /** Everything: for those who look at one outlet there is `readOutlets`. */
  read(signal: AbortSignal): Promise<PduReading>
  /** The outlets of these numbers, of those that the unit has. */
  readOutlets(identities: readonly number[], signal: AbortSignal): Promise<OutletReading[]>
  /** Resolves when the unit reports the outlet as wanted; `device_rejected` when it does not within its own delays. */
  setOutlet(identity: number, power: 'up' | 'down', signal: AbortSignal): Promise<OutletSwitched>
}

export type PduDriver = {
  /** Value of the API's `device`. */
  device: string
  label: string
  protocols: readonly 'snmp'[]
  capabilities: PduCapabilities
  /** @throws PanelError `refused` for parameters this driver cannot work with */
  connect(target: PduTarget): PduConnection
}
