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

/** Parts that are alike, by their words, in the order in which they were found. */
export function alike<T>(parts: readonly T[], wordsOf: (part: T) => string): { words: string; parts: T[] }[] {
  const groups = new Map<string, T[]>()
  for (const part of parts) {
    const words = wordsOf(part)
    groups.set(words, [...(groups.get(words) ?? []), part])
  }
  return [...groups].map(([words, group]) => ({ words, parts: group }))
}

/** Like ones counted: `8 x PM9A3 1.92 TB`. */
export const countedWords = <T>(parts: readonly T[], wordsOf: (part: T) => string): string[] =>
  alike(parts, wordsOf).map(({ words, parts: { length } }) => (length > 1 ? `${length} x ${words}` : words))

/** What a processor is called; some firmware tells no model. */
export const processorName = ({ model, cores }: HardwareReport['cpus'][number]): string => model || `${cores} cores`

/** Processors of the same kind together: `2 x Xeon Gold 6338`. */
export const processorWords = (cpus: HardwareReport['cpus']): string => countedWords(cpus, processorName).join(', ')

/** Bytes as makers of disks count them: `960 GB`, `3.84 TB`. */
export function driveSize(bytes: number): string {
  const [value, unit] = bytes >= 1e12 ? [bytes / 1e12, 'TB'] : [bytes / 1e9, 'GB']
  return `${Number(value.toPrecision(3))} ${unit}`
}

/** A server in a line: processors, memory, disks. At most 500 characters. */
export function configurationWords({ cpus, memory_mib, disks }: HardwareReport): string {
  const drives = alike(disks, ({ bytes }) => driveSize(bytes)).map(({ words, parts }) => `${parts.length} x ${words}`)
  const memory = memory_mib >= 1024 ? `${Math.round(memory_mib / 1024)} GiB` : `${memory_mib} MiB`
  return [processorWords(cpus), memory, ...drives].filter(Boolean).join(', ').slice(0, 500)
}

type Versioned = { firmware?: string | undefined }

/** Whether both reports tell the version of a part's firmware, and it is another one now. */
export const hasOtherFirmware = (was: Versioned, is: Versioned): boolean =>
  Boolean(was.firmware && is.firmware) && was.firmware !== is.firmware
