import { msg, type Text } from '../../shared/text.ts'
import type { raids } from './kinds.ts'

export type Raid = (typeof raids)[number]

/** Disks that a system needs at least; null: systems are not installed on it. */
export const raidDisks: Record<Raid, number | null> = {
  no_raid: 1,
  raid_0: null,
  raid_1: 2,
  raid_5: null,
  raid_10: null,
}

/** Why a system cannot be installed on so many disks in this way, or undefined. @param disks null: which ones is not said yet */
export function whyNotRaid(raid: Raid, disks: number | null): Text | undefined {
  const needed = raidDisks[raid]
  if (needed === null) return msg`Systems are installed on one disk or on a mirror (raid_1) only`
  if (disks !== null && disks < needed) return msg`A mirror needs ${needed} disks, and ${disks} are chosen`
  return undefined
}
