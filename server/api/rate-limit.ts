import { setTimeout as wait } from 'node:timers/promises'
import { networkOf } from '../auth/back-off.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { kept } from '../shared/kept.ts'
import { msg } from '../shared/text.ts'
import type { Caller } from './call.ts'
import { withSlot } from './fair.ts'

/** What calls cost: those that change something work harder, files read a whole list. */
export const COST = { read: 1, change: 5, stream: 5, file: 20, page: 2 } as const

/** Bytes sent that cost a point besides. */
const POINT_BYTES = 16 * 1024
/**
 * How long an error is delayed: a client that retries at once would otherwise get errors as fast as the panel can send
 * them.
 */
const HELD_MS = 500
const MOST_HELD = 1000

/** An account's sessions and tokens together have so many times the allowance of one. */
const SESSIONS = 3
/** Callers without a session share the allowance of their network, a fraction of a session's. */
const STRANGERS = 0.1
/** Buckets kept; those unused for a minute are full again and can go. */
const MOST = 20_000

type Bucket = { points: number; at: number }
const buckets = () => {
  const place = kept<Map<string, Bucket>>('buckets')
  place.value ??= new Map()
  return place.value
}

type Share = { key: string; capacity: number }

function sharesOf({ actor, ip }: Pick<Caller, 'actor' | 'ip'>, perMinute: number): Share[] {
  if (!actor) return [{ key: `network:${networkOf(ip)}`, capacity: perMinute * STRANGERS }]
  return [
    { key: `session:${actor.session_id}`, capacity: perMinute },
    { key: `account:${actor.account_id}`, capacity: perMinute * SESSIONS },
  ]
}

/**
 * Takes points from what a caller may spend: each session or token has a bucket that holds a minute's worth and fills up evenly,
 * its account one for all of them together. Counted per process, in memory.
 * @param perMinute points per minute and session; 0 or undefined means no limit
 * @throws PanelError `too_many` with the seconds until there is enough again; then nothing was taken
 */
export function spend(
  caller: Pick<Caller, 'actor' | 'ip'>,
  points: number,
  perMinute: number | undefined,
  now = performance.now(),
): void {
  if (!perMinute) return
  const known = buckets()
  const shares = sharesOf(caller, perMinute).map(({ key, capacity }) => {
    const bucket = known.get(key) ?? { points: capacity, at: now }
    const have = Math.min(capacity, bucket.points + ((now - bucket.at) / 60_000) * capacity)
    // What costs more than a whole bucket takes a full one.
    return { key, have, price: Math.min(points, capacity), perSecond: capacity / 60 }
  })
  const wait = Math.max(...shares.map(({ have, price, perSecond }) => (price - have) / perSecond))
  for (const { key, have, price } of shares) {
    known.delete(key)
    known.set(key, { points: wait > 0 ? have : have - price, at: now })
  }
  if (known.size > MOST) forgetIdle(known, now)
  if (wait > 0)
    throw new PanelError('too_many', msg`Too many requests; slow down and try again`, { retryAfter: Math.max(1, wait) })
}

/** Charges the length of a body; the call is not rejected afterwards. */
export function chargeBytes(caller: Pick<Caller, 'actor' | 'ip'>, bytes: number, perMinute: number | undefined): void {
  const points = Math.floor(bytes / POINT_BYTES)
  if (!perMinute || points === 0) return
  for (const { key } of sharesOf(caller, perMinute)) {
    const bucket = buckets().get(key)
    if (bucket) bucket.points = Math.max(0, bucket.points - points)
  }
}

let held = 0

/** The same as `spend`, but who is refused waits for it a moment. */
export async function pay(...given: Parameters<typeof spend>): Promise<void> {
  try {
    spend(...given)
  } catch (rejection) {
    if (held >= MOST_HELD) throw rejection
    held++
    await wait(HELD_MS).finally(() => held--)
    throw rejection
  }
}

/** Runs work when the caller has a slot (see `inTurn`): slots are shared fairly between accounts, and networks for callers that are not signed in. */
export function takeSlot<T>(
  { actor, ip }: Pick<Caller, 'actor' | 'ip'>,
  points: number,
  perMinute: number | undefined,
  work: () => Promise<T>,
  gone?: () => boolean,
): Promise<T> {
  if (!perMinute) return work()
  return withSlot(actor ? `account:${actor.account_id}` : `network:${networkOf(ip)}`, points, work, gone)
}

/** The map is in the order of use, the longest unused first. */
function forgetIdle(known: Map<string, Bucket>, now: number) {
  for (const [key, bucket] of known) {
    if (now - bucket.at < 60_000 && known.size <= MOST) return
    known.delete(key)
  }
}
