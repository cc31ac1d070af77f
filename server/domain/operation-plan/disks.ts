import { msg, type Text } from '../../shared/text.ts'
import { type Raid, raidDisks, whyNotRaid } from '../operation/raids.ts'
import type { PlanType } from './kinds.ts'

/** A disk of the last report. @property id what requests name it by; empty: nothing does. @property spared by `isSpared` */
export type KnownDisk = { id: string; bytes: number; spared: boolean }
type Asked = { type: PlanType; hdd_raid: Raid }

/** Whether a request can name a disk: by a serial number, or WWN, that no other disk has. */
export const isNamed = ({ id }: { id: string }, all: readonly { id: string }[]): boolean =>
  id !== '' && all.filter((other) => other.id === id).length === 1

export const namedDisks = <Disk extends { id: string }>(disks: readonly Disk[]): Disk[] =>
  disks.filter((disk) => isNamed(disk, disks))

/**
 * Which disks a system is installed on, where nobody chooses them one by one: the first that is not spared, an array on those of the same size as that one, two of
 * them for a mirror.
 */
export function defaultDisks<Disk extends KnownDisk>(hdd_raid: Raid, disks: readonly Disk[]): Disk[] {
  const free = namedDisks(disks).filter(({ spared }) => !spared)
  const [first] = free
  if (!first) return []
  if (hdd_raid === 'no_raid') return [first]
  const same = free.filter(({ bytes }) => bytes === first.bytes)
  return hdd_raid === 'raid_1' ? same.slice(0, raidDisks.raid_1) : same
}

/** Why no system is installed where nobody has chosen disks, or undefined. */
export function whyNoDefault(hdd_raid: Raid, disks: readonly KnownDisk[]): Text | undefined {
  if (disks.length === 0) return msg`The server has no disk to install on`
  const chosen = defaultDisks(hdd_raid, disks)
  if (chosen.length > 0) return whyNotRaid(hdd_raid, chosen.length)
  return msg`Each disk of the server is a USB drive, a member of an array or volume group, or has no number of its own: name those that are to be written`
}

/** What an operation does to disks that nobody has chosen one by one. @property installs how a system is put on them; null: none is @property clears they are cleared */
export type Written = { installs: Raid | null; clears: boolean }

/**
 * Why an operation comes to nothing on the disks of a server, in a word for programs and in words, or undefined: the one rule of plans, of what begins, and of screens.
 * @param disks of the last report; null: there is none
 */
export function whyNotDisks(
  { installs, clears }: Written,
  { name, disks }: { name: string; disks: readonly KnownDisk[] | null },
): { code: 'unknown' | 'disks'; words: Text } | undefined {
  if (installs === null && !clears) return undefined
  if (disks === null)
    return clears
      ? { code: 'unknown', words: msg`Nothing is known of the disks of the server: run diagnostics first` }
      : undefined
  if (namedDisks(disks).length === 0 && (disks.length > 0 || installs === null))
    return { code: 'disks', words: msg`No disk of the server ${name} has a number that it could be named by` }
  const none = installs === null ? undefined : whyNoDefault(installs, disks)
  return none && { code: 'disks', words: none }
}

/** Which disks of a server a plan writes. Diagnostics write none. To clear disks is to clear all. */
export function plannedDisks<Disk extends KnownDisk>({ type, hdd_raid }: Asked, disks: readonly Disk[]): Disk[] {
  if (type === 'diag') return []
  return type === 'clear_hdd' ? namedDisks(disks) : defaultDisks(hdd_raid, disks)
}
