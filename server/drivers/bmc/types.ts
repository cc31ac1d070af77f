import type { Duplex } from 'node:stream'
import type { ControllerCapabilities } from '../../domain/ipmi/kinds.ts'
import type { Route } from '../../protocols/relay/route.ts'

/** Where a management controller is and how to get in. Nothing logs a target. */
export type BmcTarget = {
  /** IPv4 or IPv6 address. */
  address: string
  /** The usual one of its kind unless given. */
  port?: number
  username: string
  password: string
  /** Number of the only cipher suite to use; the best that both know unless given. */
  cipher?: number | null
  /** The `identity` of the controller at first contact; null: no contact yet, any is accepted. */
  identity?: string | null
  /** The way to it, where the panel's own network does not lead there. */
  route?: Route
}

export type BmcPower = 'on' | 'off' | 'unknown'
/** `soft` asks the operating system to shut down, the others do not ask. */
export type BmcPowerAction = 'on' | 'off' | 'cycle' | 'reset' | 'soft'

export const bmcBootDevices = ['none', 'pxe', 'disk', 'cdrom', 'setup', 'safe', 'diagnostic', 'floppy'] as const
export type BmcBoot = {
  device: (typeof bmcBootDevices)[number]
  /** For every boot, not only the next. */
  persistent: boolean
  uefi: boolean
}

export const bmcThresholds = [
  'lower_non_critical',
  'lower_critical',
  'lower_non_recoverable',
  'upper_non_critical',
  'upper_critical',
  'upper_non_recoverable',
] as const

export type BmcSensor = {
  /** Stable for this controller as long as its firmware is. */
  identity: string
  name: string
  /** `Temperature`, `Fan`, … */
  kind: string
  /** Null when it has states alone or cannot be read now. */
  value: number | null
  /** `°C`, `rpm`, …; empty without one. */
  unit: string
  /** `unknown`: it cannot be read now. */
  health: 'ok' | 'warning' | 'critical' | 'unknown'
  /** States that hold, in words; of sensors without value. */
  states: string[]
  thresholds: Partial<Record<(typeof bmcThresholds)[number], number>>
}

export type BmcEvent = {
  id: number
  /** By the clock of the controller; null when it gave none. */
  time: Date | null
  sensor: string
  words: string
  asserted: boolean
  severity: 'ok' | 'warning' | 'critical'
}

export type BmcInventory = {
  manufacturer: string
  model: string
  part: string
  serial: string
  asset: string
  board: { manufacturer: string; product: string; part: string; serial: string; manufactured: Date | null }
  chassis: { part: string; serial: string }
}

/** `value` of the PanelError when another client has the serial console, and when it was taken over. */
export const CONSOLE_BUSY = 'console_busy'
export const CONSOLE_TAKEN = 'console_taken'
/** Another client has the screen of a controller that shows it to one at a time; it cannot be taken over. */
export const SCREEN_BUSY = 'screen_busy'

export type BmcConsole = Duplex & {
  /** Sends a break. */
  sendBreak(): Promise<void>
}

/**
 * A way to one controller. Opens what it needs, gives it back when it rests. Every failure is a PanelError
 * (`device_unreachable`, `device_rejected`) or the reason of the signal.
 */
export type BmcConnection = {
  close(): Promise<void>
  /** What to pin: proven by the controller's knowledge of the password. Null where the protocol has none. */
  identity(signal: AbortSignal): Promise<string | null>
  /** `unknown` is never `off`: the controller answered, but not with a state. */
  power(signal: AbortSignal): Promise<BmcPower>
  /** Resolves when the controller accepted the command: servers take a while to follow. */
  setPower(action: BmcPowerAction, signal: AbortSignal): Promise<void>
  setBoot(boot: BmcBoot, signal: AbortSignal): Promise<void>
  /** Locator LED of the server: for a number of seconds (at most 255), 0 for off, or until switched again. */
  identify(seconds: number | 'on', signal: AbortSignal): Promise<void>
  sensors(signal: AbortSignal): Promise<BmcSensor[]>
  /** Events, oldest first. @param after id of the last known: only what follows it, when it is still there */
  events(signal: AbortSignal, after?: number): Promise<BmcEvent[]>
  clearEvents(signal: AbortSignal): Promise<void>
  /** Null when the controller has no inventory. */
  inventory(signal: AbortSignal): Promise<BmcInventory | null>
  /**
   *
   * Opens the serial console. It emits `interrupted` and `resumed` when the line is lost and restored, and fails with a
   * PanelError whose value is CONSOLE_BUSY or CONSOLE_TAKEN when another client has the console.
   * @param options `takeOver` ends the console of another session
   */
  sol(options: { takeOver: boolean }, signal: AbortSignal): Promise<BmcConsole>
  /** Address of the image in the virtual drive, or null. Absent, like the next two, where there is no such drive. */
  media?(signal: AbortSignal): Promise<string | null>
  /** Puts an image into the virtual drive, in the place of another: the controller fetches it. */
  insertMedia?(url: string, signal: AbortSignal): Promise<void>
  ejectMedia?(signal: AbortSignal): Promise<void>
  /**
   * Screen and keyboard: RFB follows on the stream. Absent where the kind of controller has none. Fails with a
   * PanelError whose value is SCREEN_BUSY when another client has it.
   */
  screen?(signal: AbortSignal): Promise<Duplex>
  /** Lets the serial console be opened, where the firmware has it switched off. */
  enableSerial?(signal: AbortSignal): Promise<void>
}

export type BmcDriver = {
  capabilities: ControllerCapabilities
  /** @throws PanelError `refused` for parameters this driver cannot work with */
  connect(target: BmcTarget): BmcConnection
}
