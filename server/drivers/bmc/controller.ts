import type { Duplex } from 'node:stream'

/** Where a controller with a web service is and how to get in. Nothing logs a target. */
export type WebControllerTarget = {
  /** IPv4 or IPv6 address; names are not resolved. */
  address: string
  /** Null for the usual one. */
  port: number | null
  username: string
  password: string
  /** SHA-256 of the certificate in hex; null to learn it, see `fingerprint` of the connection. */
  fingerprint: string | null
}

export type ControllerPower = 'on' | 'off' | 'unknown'

/** `soft` asks the operating system; `reset` keeps the power, `cycle` takes it away for a moment. */
export type ControllerPowerAction = 'on' | 'off' | 'soft' | 'reset' | 'cycle'

export type ControllerBoot = {
  /** `none` takes back what was set. */
  device: 'none' | 'pxe' | 'disk' | 'cdrom' | 'bios'
  once: boolean
  /** Null leaves it to the firmware. */
  efi: boolean | null
}

type Limits = { warning: number | null; critical: number | null }

export type ControllerSensor = {
  name: string
  kind: 'temperature' | 'fan' | 'voltage' | 'power' | 'current' | 'other'
  /** `Cel`, `RPM`, `%`, `V`, `W`, `A`. */
  unit: string
  /** Null while there is nothing to read. */
  value: number | null
  health: 'ok' | 'warning' | 'critical' | 'unknown'
  upper: Limits
  lower: Limits
}

export type ControllerEvent = {
  id: string
  /** Null for a clock that was never set. */
  at: Date | null
  severity: 'info' | 'warning' | 'critical'
  text: string
}

export type ControllerInventory = {
  manufacturer: string
  model: string
  serial: string
  uuid: string
  bios: string
  /** Of the controller. */
  firmware: string
  processors: number | null
  memory_mib: number | null
}

/**
 * A way to one controller with a web service. Throws PanelError `device_unreachable` and `device_rejected`, or the signal's reason;
 * texts are clean for a screen. One instance does one thing at a time with the device.
 */
export type WebController = {
  /** Of the certificate: given or learned; null before the first connection, and without TLS. */
  readonly fingerprint: string | null
  close(): void
  readPower(signal: AbortSignal): Promise<ControllerPower>
  /** `on` and `off` resolve when the controller reports them; the others when it took the command. */
  setPower(action: ControllerPowerAction, signal: AbortSignal): Promise<void>
  setBoot(boot: ControllerBoot, signal: AbortSignal): Promise<void>
  readSensors(signal: AbortSignal): Promise<ControllerSensor[]>
  /** Newest first. */
  readEvents(signal: AbortSignal): Promise<ControllerEvent[]>
  clearEvents(signal: AbortSignal): Promise<void>
  readInventory(signal: AbortSignal): Promise<ControllerInventory>
  /** The serial port; null for a kind of controller that has none of its own. The caller destroys it. */
  serial(signal: AbortSignal): Promise<Duplex | null>
}
