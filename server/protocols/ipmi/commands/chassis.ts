import { msg } from '../../../shared/text.ts'
import { atLeast } from '../bytes.ts'
import { netFn } from '../message.ts'
import { unless } from '../session.ts'
import type { Commander } from './commander.ts'

/** Codes of Chassis Control (IPMI 2.0, 28.3). */
export const chassisControls = { off: 0, on: 1, cycle: 2, reset: 3, diagnose: 4, soft: 5 } as const
export type ChassisControl = keyof typeof chassisControls

export const restorePolicies = ['stays off', 'as before', 'goes on', 'unknown'] as const

export type ChassisStatus = {
  powerOn: boolean
  powerOverload: boolean
  powerFault: boolean
  /** What happens when mains power comes back. */
  restorePolicy: (typeof restorePolicies)[number]
  intrusion: boolean
  driveFault: boolean
  coolingFault: boolean
  /** Null where the controller does not tell. */
  identify: 'off' | 'for a while' | 'on' | null
}

/** Get Chassis Status (28.2). */
export async function chassisStatus(on: Commander, signal: AbortSignal): Promise<ChassisStatus> {
  const data = atLeast(await on.command({ netFn: netFn.chassis, command: 0x01 }, signal), 3, msg`Chassis status`)
  const [power, , misc] = data as unknown as [number, number, number]
  const identify = (['off', 'for a while', 'on', null] as const)[(misc >> 4) & 3] ?? null
  return {
    powerOn: (power & 0x01) !== 0,
    powerOverload: (power & 0x02) !== 0,
    powerFault: (power & 0x18) !== 0,
    restorePolicy: restorePolicies[(power >> 5) & 3]!,
    intrusion: (misc & 0x01) !== 0,
    driveFault: (misc & 0x04) !== 0,
    coolingFault: (misc & 0x08) !== 0,
    identify: (misc & 0x40) !== 0 ? identify : null,
  }
}

/** Chassis Control (28.3): resolves when the controller took the command, not when it is done. */
export async function chassisControl(on: Commander, control: ChassisControl, signal: AbortSignal): Promise<void> {
  await on.command({ netFn: netFn.chassis, command: 0x02, data: Buffer.from([chassisControls[control]]) }, signal)
}

/** Chassis Identify (28.5): the light for so many seconds (0 to 255), or until further notice. */
export async function chassisIdentify(on: Commander, seconds: number | 'on', signal: AbortSignal): Promise<void> {
  const data = seconds === 'on' ? [0, 1] : [Math.min(Math.max(Math.round(seconds), 0), 255)]
  await on.command({ netFn: netFn.chassis, command: 0x04, data: Buffer.from(data) }, signal)
}

/** Device selectors of the boot flags (28.13, table 28-14). */
export const bootDevices = { none: 0, pxe: 1, disk: 2, safe: 3, diagnostic: 4, cdrom: 5, setup: 6, floppy: 15 } as const
export type BootDevice = keyof typeof bootDevices

export type BootFlags = { device: BootDevice; persistent: boolean; efi: boolean }

const bootOption = { setInProgress: 0, infoAcknowledge: 4, flags: 5 } as const

/** Sets from where the server boots: the next time, or always when `persistent` (Set System Boot Options, 28.12). */
export async function setBootFlags(on: Commander, flags: BootFlags, signal: AbortSignal): Promise<void> {
  const set = (parameter: number, ...values: number[]) =>
    on.command({ netFn: netFn.chassis, command: 0x08, data: Buffer.from([parameter, ...values]) }, signal)
  // Locking and acknowledging are optional: 80h is "parameter not supported", 81h "being set by another party".
  const optional = unless(null, 0x80, 0x81, 0xc9, 0xcc)
  await set(bootOption.setInProgress, 1).catch(optional)
  try {
    await set(bootOption.infoAcknowledge, 1, 1).catch(optional)
    const first = 0x80 | (flags.persistent ? 0x40 : 0) | (flags.efi ? 0x20 : 0)
    await set(bootOption.flags, first, bootDevices[flags.device] << 2, 0, 0, 0)
  } finally {
    await set(bootOption.setInProgress, 0).catch(optional)
  }
}
