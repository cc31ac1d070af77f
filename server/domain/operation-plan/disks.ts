import { type Raid, raidDisks } from '../operation/raids.ts'
import type { PlanType } from './kinds.ts'

/** A disk of the last report. @property id what requests name it by; empty: nothing does */
export type KnownDisk = { id: string; bytes: number; transport: string }
type Asked = { type: PlanType; hdd_raid: Raid }

/** Whether a request can name a disk: by a serial number, or WWN, that no other disk has. */
export const isNamed = ({ id }: { id: string }, all: readonly { id: string }[]): boolean =>
  id !== '' && all.filter((other) => other.id === id).length === 1

export const namedDisks = <Disk extends { id: string }>(disks: readonly Disk[]): Disk[] =>
  disks.filter((disk) => isNamed(disk, disks))

/**
 * Which disks of a server a plan writes, where nobody chooses them one by one. Diagnostics write none. To clear
 * disks is to clear all. A system goes to the first that is no USB drive, an array to
 * those of the same size as that one: two of them for a mirror.
 */
export function plannedDisks<Disk extends KnownDisk>({ type, hdd_raid }: Asked, disks: readonly Disk[]): Disk[] {
  if (type === 'diag') return []
  const named = namedDisks(disks)
  if (type === 'clear_hdd') return named
  const fixed = named.filter(({ transport }) => transport !== 'usb')
  const [first] = fixed
  if (!first) return []
  if (hdd_raid === 'no_raid') return [first]
  const same = fixed.filter(({ bytes }) => bytes === first.bytes)
  return hdd_raid === 'raid_1' ? same.slice(0, raidDisks.raid_1) : same
}
