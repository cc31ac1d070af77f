import type { GuestRequests } from '../../backup-types.ts'

/** What is brought meanwhile, so that it comes to an end beside a guest that never rests. Bytes a second. */
const SLOW = 2 << 20
/** A guest whose requests take more of the time than this is busy, and counts as busy for a while after. */
const BUSY = 0.05
const QUIET_MS = 2_000
/** A guest that is busy for longer has started: the content must be on the node at last, where nothing but the node can fail. */
const FIRST_MS = 120_000

/**
 * How fast the content of a disk is brought that its guest runs on already: slowly while the guest is busy with it, as it is while it starts, since
 * what it waits for comes the same way; then without a limit.
 * @returns asked at each look: bytes a second, 0 for no limit
 */
export function guestFirst(): (now: GuestRequests, at: number) => number {
  let seen: { ns: number; at: number } | null = null
  let begun = 0
  let busyAt = 0
  return ({ ns }, at) => {
    if (seen === null) begun = busyAt = at
    else if (ns - seen.ns > BUSY * (at - seen.at) * 1e6) busyAt = at
    seen = { ns, at }
    return at - begun < FIRST_MS && at - busyAt < QUIET_MS ? SLOW : 0
  }
}
