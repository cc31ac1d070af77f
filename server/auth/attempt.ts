import { setTimeout as wait } from 'node:timers/promises'
import { PanelError } from '../domain/shared/errors.ts'
import { metrics } from '../process/metrics.ts'
import { kept } from '../shared/kept.ts'
import { msg } from '../shared/text.ts'
import { backOffState, countFailure, forgiveFailures, type Subjects } from './back-off.ts'

export type Attempt<T> = {
  subjects: Subjects
  /**
   * The owner has signed in from this network, or with this browser: failures of others elsewhere do not lock the owner
   * out.
   */
  known: boolean
  /**
   * Attempts with the same text that are under way at the same moment are one, and share its outcome. Nothing that could be
   * read back; null for secrets that are good once.
   */
  same: string | null
  /** Looks whether the secret is right: null when it is not. Only called when this try is allowed. */
  check(): Promise<T | null>
  /** What a wrong secret answers. */
  error(): PanelError
}

type Shared = { locks: Map<string, Promise<unknown>>; flights: Map<string, Promise<unknown>>; typicalMs: number }
// Next's route handlers are a second module graph in the same process: one set of turns for both.
const place = kept<Shared>('attempts')
const shared = () => {
  place.value ??= { locks: new Map(), flights: new Map(), typicalMs: 60 }
  return place.value
}

/**
 * One try at a secret, under the back-off: five failures are free per account and per network, then each next try has
 * to wait longer. The right secret from a known network or browser passes even while other clients have the account or
 * the network blocked. The outside cannot tell whether an account exists: answers, counters and times are the same.
 */
export async function limitedAttempt<T>(a: Attempt<T>): Promise<T> {
  if (a.same === null) return tryOnce(a)
  const { flights } = shared()
  const flying = flights.get(a.same) as Promise<T> | undefined
  if (flying) return flying
  const flight = tryOnce(a)
  flights.set(a.same, flight)
  try {
    return await flight
  } finally {
    flights.delete(a.same)
  }
}

async function tryOnce<T>(a: Attempt<T>): Promise<T> {
  const { who, network, pair } = a.subjects
  const isBlocked = (now: { wait: number; pairWait: number }) => now.pairWait > 0 || (!a.known && now.wait > 0)
  if (isBlocked(await backOffState(a.subjects))) return rejectBlocked(a)
  // One after the other, so that parallel tries cannot all pass before the first of them has failed.
  return withLocks(a.known ? [pair] : [who, network], async () => {
    const now = await backOffState(a.subjects)
    if (isBlocked(now)) return () => rejectBlocked(a)
    const from = performance.now()
    const found = await a.check()
    const took = performance.now() - from
    shared().typicalMs = shared().typicalMs * 0.8 + Math.min(took, 500) * 0.2
    if (found !== null) {
      await forgiveFailures(pair)
      return () => found
    }
    metrics().signInFaults.inc()
    await countFailure(now.wait > 0 ? [pair] : [who, network, pair])
    return () => {
      throw now.wait > 0 ? tooMany(now.wait) : a.error()
    }
  })
}

/** A blocked try costs no hash, but takes as long and counts like one that does. */
async function rejectBlocked<T>(a: Attempt<T>): Promise<never> {
  const now = await backOffState(a.subjects)
  metrics().signInFaults.inc()
  if (now.pairWait === 0) await countFailure([a.subjects.pair])
  await wait(shared().typicalMs)
  throw tooMany(Math.max(now.wait, now.pairWait, 1))
}

/** The answer to a try that has to wait. */
export const tooMany = (seconds: number) => {
  const whole = Math.ceil(seconds)
  const words =
    whole > 90
      ? msg`Too many failed attempts; try again in ${Math.ceil(whole / 60)} minutes`
      : msg`Too many failed attempts; try again in ${whole} seconds`
  return new PanelError('too_many', words, { retryAfter: whole })
}

/** Runs when all earlier work under any of these keys is over; what it answers is called after its turn. */
async function withLocks<T>(keys: readonly string[], work: () => Promise<() => T | Promise<T>>): Promise<T> {
  const { locks } = shared()
  const before = Promise.all(keys.map((key) => locks.get(key)))
  const result = before.then(work)
  const settled = result.then(
    () => {},
    () => {},
  )
  for (const key of keys) locks.set(key, settled)
  try {
    const answer = await result
    return await answer()
  } finally {
    for (const key of keys) if (locks.get(key) === settled) locks.delete(key)
  }
}
