import type { HardwareReport } from '../operation/report.ts'

type Module = HardwareReport['memory_modules'][number]
type Disk = HardwareReport['disks'][number]

/** What firmware writes where it knows no serial number. */
const NO_SERIAL = /^(|0+|f+|none|unknown|not (specified|available|provided)|no ?(dimm|serial).*|to be filled.*|n\/?a)$/i

/** The serial number of a memory module; null where the firmware tells none. */
export const moduleSerial = ({ serial }: Module): string | null => (NO_SERIAL.test(serial.trim()) ? null : serial)

/** What a disk is known by from one report to the next; null when it has neither serial number nor WWN. */
export const diskIdentity = ({ serial, wwn }: Disk): string | null => serial || wwn || null

/** Worn to so many percent of what its maker allows, a drive should be replaced soon. */
export const WORN_PERCENT = 80

export type DiskJudgement = 'ok' | 'warn' | 'fault' | 'unknown'

/** What SMART says of a disk: `fault` is the drive's own judgement, `warn` what foretells it. */
export function judgeDisk({ smart }: Disk): DiskJudgement {
  if (!smart) return 'unknown'
  if (smart.passed === false) return 'fault'
  const bad = (value: number | null) => value !== null && value > 0
  if (bad(smart.media_errors) || bad(smart.reallocated) || bad(smart.pending)) return 'warn'
  if (smart.used_percent !== null && smart.used_percent >= WORN_PERCENT) return 'warn'
  return smart.passed === null && smart.used_percent === null ? 'unknown' : 'ok'
}

/** Processors of the same kind together, in the order in which they were found: `2 x Xeon Gold 6338`. */
export function processorWords(cpus: HardwareReport['cpus']): string {
  const kinds = new Map<string, number>()
  for (const { model, cores } of cpus) {
    const name = model || `${cores} cores`
    kinds.set(name, (kinds.get(name) ?? 0) + 1)
  }
  return [...kinds].map(([name, count]) => (count > 1 ? `${count} x ${name}` : name)).join(', ')
}

/** Bytes as makers of disks count them: `960 GB`, `3.84 TB`. */
export function driveSize(bytes: number): string {
  const [value, unit] = bytes >= 1e12 ? [bytes / 1e12, 'TB'] : [bytes / 1e9, 'GB']
  return `${Number(value.toPrecision(3))} ${unit}`
}

/** A server in a line: processors, memory, disks. At most 500 characters. */
export function configurationWords({ cpus, memory_mib, disks }: HardwareReport): string {
  const sizes = new Map<string, number>()
  for (const { bytes } of disks) sizes.set(driveSize(bytes), (sizes.get(driveSize(bytes)) ?? 0) + 1)
  const drives = [...sizes].map(([size, count]) => `${count} x ${size}`)
  const memory = memory_mib >= 1024 ? `${Math.round(memory_mib / 1024)} GiB` : `${memory_mib} MiB`
  return [processorWords(cpus), memory, ...drives].filter(Boolean).join(', ').slice(0, 500)
}

type Versioned = { firmware?: string | undefined }

/** Whether both reports tell the version of a part's firmware, and it is another one now. */
export const hasOtherFirmware = (was: Versioned, is: Versioned): boolean =>
  Boolean(was.firmware && is.firmware) && was.firmware !== is.firmware
