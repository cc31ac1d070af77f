import type { GuestRequests } from '../../../drivers/hypervisor/backup-types.ts'
import { pause } from '../../../shared/abort.ts'

/** Waits while the guest is to have its disks to itself. @param quiet resolves when nothing is being read any more */
export type GiveWay = (quiet: () => Promise<unknown>, signal: AbortSignal) => Promise<void>

/** Part of what a busy guest gets done with its disks that reading them may cost. */
const COST = 0.1
/** A guest whose requests take less of the time than this is not busy. */
const BUSY = 0.02
/** Reading goes on for so long at least before the guest is looked at; resting does too, so that there is something to compare. Milliseconds. */
const READ_MS = 250
const REST_MS = 200
/** What has been read is still being sealed and stored for a moment, perhaps on the same machine. */
const SETTLE_MS = 100
/** Shares of the time in which is read, of a busy guest: at first, at least and at most. */
const [FIRST, LEAST, MOST] = [0.2, 0.05, 0.9]
/** Fewer requests say nothing. */
const ENOUGH = 5
/** What was seen before counts so much with each further look. */
const KEPT = 0.7

type Look = GuestRequests & { at: number }
type Worked = GuestRequests & { ms: number }

const NOTHING: Worked = { count: 0, ns: 0, ms: 0 }

/**
 * Has the reading of disks give way to the guest that uses them. While its disks are busy, reading rests by turns, and what the guest gets done
 * with and without reading is compared: the more it suffers, the less of the time is read, so that a tenth is lost at most. One that is idle, or
 * does not suffer, is read without rest.
 */
export function giveWay(look: (signal: AbortSignal) => Promise<GuestRequests>): GiveWay {
  let since: Look | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let share = FIRST
  let [reading, resting] = [NOTHING, NOTHING]

  const now = async (signal: AbortSignal): Promise<Look> => ({ ...(await look(signal)), at: performance.now() })

  async function rest(from: Look, until: Look, signal: AbortSignal): Promise<Look> {
    const ms = Math.max(REST_MS, ((until.at - from.at) * (1 - share)) / share)
    await pause(SETTLE_MS, signal)
    const alone = await now(signal)
    await pause(ms - SETTLE_MS, signal)
    const end = await now(signal)
    reading = sum(reading, worked(from, until))
    resting = sum(resting, worked(alone, end))
    share = shareFor(reading, resting) ?? share
    return end
  }

  return async (quiet, signal) => {
    const reads = Math.max(READ_MS, (REST_MS * share) / (1 - share))
    if (performance.now() - lookedAt < reads) return
    try {
      if (since) await quiet()
      const until = await now(signal)
      since = since && isBusy(worked(since, until)) ? await rest(since, until, signal) : until
    } catch (fault) {
      if (signal.aborted) throw fault
      // What ends the guest ends the reading as well, and names the cause: this here only asks.
      since = null
    }
    lookedAt = performance.now()
  }
}

const worked = (from: Look, until: Look): Worked => ({
  count: Math.max(0, until.count - from.count),
  ns: Math.max(0, until.ns - from.ns),
  ms: until.at - from.at,
})

const sum = (before: Worked, more: Worked): Worked => ({
  count: before.count * KEPT + more.count,
  ns: before.ns * KEPT + more.ns,
  ms: before.ms * KEPT + more.ms,
})

const isBusy = ({ ns, ms }: Worked): boolean => ns > BUSY * ms * 1e6

/**
 * Which part of the time may be read, so that the guest loses no more than `COST`; null when too little is known. It suffers by as much as its
 * requests become fewer or take longer, whichever is more.
 */
function shareFor(reading: Worked, resting: Worked): number | null {
  if (reading.count + resting.count < ENOUGH || resting.count === 0) return null
  const kept = (reading.count * resting.ms) / (resting.count * reading.ms)
  const quick = reading.count === 0 ? 0 : (resting.ns * reading.count) / Math.max(1, resting.count * reading.ns)
  const lost = 1 - Math.min(kept, quick, 1)
  return Math.min(MOST, Math.max(LEAST, lost === 0 ? MOST : COST / lost))
}
