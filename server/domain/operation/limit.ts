import type { clearings } from './kinds.ts'

/**
 * Bytes that a disk is overwritten by in a second, at the slowest: large drives write 100 MB/s and more on average (data sheets name 150 to 280 outside, half of it
 * inside), so there is time as well for one that spends hours on a command of its own first, which then has to be overwritten after all.
 */
const SLOW_BYTES = 50_000_000
/** Less than a task may run (`LONGEST_MS` of the operation's task). */
const MOST_MINUTES = 7 * 24 * 60 - 60

/**
 * Minutes after which an operation has failed. Disks are cleared side by side, each by its own means or written from end to end
 * (`server/live-system/agent/wipe.sh`): what counts is the largest.
 * @param setting minutes that any operation has
 * @param wiped disks that are cleared, with their bytes
 */
export function limitMinutes(
  setting: number,
  { clear_hdd, wiped }: { clear_hdd: (typeof clearings)[number]; wiped: readonly { bytes: number }[] },
): number {
  if (clear_hdd !== 'full') return setting
  const largest = Math.max(0, ...wiped.map(({ bytes }) => bytes))
  return Math.min(setting + Math.ceil(largest / SLOW_BYTES / 60), MOST_MINUTES)
}
