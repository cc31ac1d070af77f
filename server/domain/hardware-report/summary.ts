import { serialOf } from '../machine/identity.ts'
import type { HardwareReport } from '../operation/report.ts'
import type { Difference, differenceKinds } from './difference.ts'
import { alike, type DiskJudgement, diskIdentity, driveSize, judgeDisk, moduleSerial, processorName } from './parts.ts'

export const summaryParts = ['machine', 'processors', 'memory', 'disks', 'cards', 'firmware'] as const
export type SummaryPart = (typeof summaryParts)[number]

/** Which part of a server a difference is about; null: its controller. */
const partOf = {
  machine_changed: 'machine',
  processors_changed: 'processors',
  memory_changed: 'memory',
  module_missing: 'memory',
  module_new: 'memory',
  module_moved: 'memory',
  disk_missing: 'disks',
  disk_new: 'disks',
  disk_failed: 'disks',
  disk_worn: 'disks',
  disk_reallocated: 'disks',
  disk_pending: 'disks',
  disk_errors: 'disks',
  disk_firmware: 'disks',
  card_missing: 'cards',
  card_new: 'cards',
  link_lost: 'cards',
  link_slower: 'cards',
  neighbour_moved: 'cards',
  card_firmware: 'cards',
  bios_changed: 'firmware',
  boot_changed: 'firmware',
  controller_missing: null,
  controller_changed: null,
  controller_firmware: null,
  controller_moved: null,
} as const satisfies Record<(typeof differenceKinds)[number], SummaryPart | null>

/** Parts of one kind that are alike. */
export type SummaryRow = {
  part: SummaryPart
  count: number
  model: string
  /** Those that are known. */
  serials: string[]
  /** Null: not told, or several. */
  firmware: string | null
  /** The worst of them; null where nothing judges them. */
  judged: DiskJudgement | null
  /** Network cards with a link; null: none of these can have one. */
  links: number | null
}

const known = (values: readonly (string | null)[]) => values.filter((value) => value !== null)
/** What all of them tell, if it is the same. */
function same(values: readonly (string | undefined)[]): string | null {
  const [first = '', ...others] = new Set(values.map((value) => value ?? ''))
  return others.length === 0 && first !== '' ? first : null
}
const badness = ['fault', 'warn', 'ok', 'unknown'] as const satisfies DiskJudgement[]
const worst = (all: readonly DiskJudgement[]) => badness.find((one) => all.includes(one)) ?? null

/** What a server is made of, a row for each kind of like parts. @param mibWords a size of memory in words */
export function summaryOf(report: HardwareReport, mibWords: (mib: number) => string): SummaryRow[] {
  const { cpus, memory_modules, disks, nics, bios, firmware } = report
  const nothing = { serials: [], firmware: null, judged: null, links: null }
  const groups = <T>(
    part: SummaryPart,
    parts: readonly T[],
    wordsOf: (one: T) => string,
    more: (alikes: T[]) => Partial<SummaryRow> = () => ({}),
  ) =>
    alike(parts, wordsOf).map(({ words, parts: alikes }) => ({
      ...{ part, count: alikes.length, model: words.trim(), ...nothing },
      ...more(alikes),
    }))
  const serial = serialOf(report)
  return [
    {
      ...{ part: 'machine', count: 1, model: [report.vendor, report.product].filter(Boolean).join(' '), ...nothing },
      serials: serial ? [serial] : [],
    },
    ...groups('processors', cpus, processorName),
    ...groups(
      'memory',
      memory_modules,
      ({ mib, type }) => `${mibWords(mib)} ${type}`,
      (modules) => ({ serials: known(modules.map(moduleSerial)) }),
    ),
    ...groups(
      'disks',
      disks,
      ({ model, bytes }) => `${model} ${driveSize(bytes)}`,
      (drives) => ({
        serials: known(drives.map(diskIdentity)),
        firmware: same(drives.map((drive) => drive.firmware)),
        judged: worst(drives.map(judgeDisk)),
      }),
    ),
    ...groups(
      'cards',
      nics,
      ({ driver }) => driver,
      (cards) => ({
        firmware: same(cards.map((card) => card.firmware)),
        links: cards.filter(({ link }) => link).length,
      }),
    ),
    {
      part: 'firmware',
      count: 1,
      model: bios.vendor,
      ...nothing,
      firmware: `${bios.version} ${firmware.toUpperCase()}`,
    },
  ]
}

/** The worst of what differs in a part; nothing that is only worth knowing. */
export const worstIn = (part: SummaryPart, differences: readonly Difference[]): Difference | undefined =>
  (['fault', 'warn'] as const)
    .map((level) => differences.find((one) => partOf[one.kind] === part && one.level === level))
    .find(Boolean)
