import { msg, type Text } from '../../shared/text.ts'
import type { raids } from './kinds.ts'

export type Raid = (typeof raids)[number]

/** How many disks a system needs at least, as its live system has it (`raid_members` in `live-system/agent/raid.sh`). */
export const raidDisks: Record<Raid, number> = { no_raid: 1, raid_0: 2, raid_1: 2, raid_5: 3, raid_10: 4 }

/** Bytes of an array of disks, the smallest of which has so many; of what boots from it a small part of each is taken besides. */
export const raidBytes: Record<Raid, (smallest: number, disks: number) => number> = {
  no_raid: (smallest) => smallest,
  raid_0: (smallest, disks) => smallest * disks,
  raid_1: (smallest) => smallest,
  raid_5: (smallest, disks) => smallest * (disks - 1),
  raid_10: (smallest, disks) => (smallest * disks) / 2,
}

/** Why a system cannot be installed on so many disks in this way, or undefined. @param disks null: which ones is not said yet */
export function whyNotRaid(raid: Raid, disks: number | null): Text | undefined {
  const needed = raidDisks[raid]
  if (disks === null || disks >= needed) return undefined
  return msg`${words[raid]} needs ${needed} disks, and ${disks} are chosen`
}

const words: Record<Raid, Text> = {
  no_raid: msg`A system`,
  raid_0: msg`RAID 0`,
  raid_1: msg`RAID 1`,
  raid_5: msg`RAID 5`,
  raid_10: msg`RAID 10`,
}
