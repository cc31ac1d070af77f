import { PanelError } from '../domain/shared/errors.ts'
import { kept } from '../shared/kept.ts'
import { msg } from '../shared/text.ts'
import { runInSlot, type Slot } from './own-work.ts'

/** Points that an actor may spend at once, and gets back every second, without waiting for other actors. */
const BURST = 60
const PER_SECOND = 30
/** Calls of one actor that run at a time: while it is alone, and beside others. */
const AT_ONCE_ALONE = 8
const AT_ONCE = 3
/** No browser has more requests under way: an actor with more calls waiting is a program that could ask less at a time. */
const MANY_WAITING = 20
/** Actors without points left, or with many calls waiting, share a lane. While other actors are present it runs one call at a time
 * and then rests, so many times as long as the call took: the more often calls of others overlap one of the lane, the higher is their
 * 95th percentile. */
const REST = 8
const LONGEST_REST_MS = 750
/** How long the lane waits besides for calls of others to end, so that the two do not share the process. */
const LONGEST_COURTESY_MS = 100
/** What takes longer waits for a device or a client rather than for us, and others need not wait for it; unless the database works on it. */
const AWAY_MS = 250
/** Then it costs a point for so many milliseconds besides, down to a debt as large as the burst. */
const POINT_MS = 10
/** An actor from whom nothing came for so long is not here any more. */
const HERE_MS = 2000
const MOST_WAITING = 1000
const LONGEST_WAIT_MS = 20_000

type Job = { run(): Promise<void>; turnAway(): void; points: number; since: number; gone: () => boolean }
type Actor = { key: string; points: number; filledAt: number; askedAt: number; running: number; queue: Job[] }
type Lane = {
  actors: Map<string, Actor>
  /** Those whose calls the lane takes. */
  heavy: Map<string, Actor>
  running: number
  /** Calls beside the lane that run. */
  beside: number
  restUntil: number
  timer: NodeJS.Timeout | null
}

// Next's route handlers are a second module graph in the same process: one lane for both.
const place = kept<Lane>('lane')
const lane = (): Lane => {
  place.value ??= { actors: new Map(), heavy: new Map(), running: 0, beside: 0, restUntil: 0, timer: null }
  return place.value
}
const isAlone = ({ actors }: Lane) => actors.size < 2
/** No actor outside the lane is present: it need not leave time to others. */
const isLaneAlone = ({ actors, heavy }: Lane) => actors.size < 2 || actors.size === heavy.size

/**
 * Runs work for an actor, so that one who asks very much does not make the others wait: few of its calls run at a time, and
 * what goes beyond a modest rate takes turns with the calls of other heavy actors, in a lane that leaves most of the process to
 * those who ask little.
 * @param points what the work costs, see `COST`
 * @param gone whether the asker has left meanwhile
 * @throws PanelError `too_many` when the actor has too many calls waiting, or one waited too long
 */
export function withSlot<T>(key: string, points: number, work: () => Promise<T>, gone = () => false): Promise<T> {
  const here = lane()
  const now = performance.now()
  const actor = here.actors.get(key) ?? { key, points: BURST, filledAt: now, askedAt: now, running: 0, queue: [] }
  actor.askedAt = now
  // In the order of use, the longest unused first.
  here.actors.delete(key)
  here.actors.set(key, actor)
  if (actor.queue.length >= MOST_WAITING) return Promise.reject(rejection())
  return new Promise((resolve, reject) => {
    const run = () => work().then(resolve, reject)
    actor.queue.push({ run, turnAway: () => reject(rejection()), points: Math.min(points, BURST), since: now, gone })
    advance(here, actor)
  })
}

const rejection = () =>
  new PanelError('too_many', msg`Too many of your requests are waiting; slow down and try again`, { retryAfter: 2 })

function forgetGone(actors: Map<string, Actor>, now: number) {
  for (const [key, { askedAt, queue, running }] of actors) {
    if (now - askedAt < HERE_MS) return
    if (queue.length === 0 && running === 0) actors.delete(key)
  }
}

/** Starts the calls for which an actor has points. Who asks too much is heavy, until none of its calls waits any more. */
function advance(here: Lane, actor: Actor) {
  const now = performance.now()
  forgetGone(here.actors, now)
  actor.points = Math.min(BURST, actor.points + ((now - actor.filledAt) / 1000) * PER_SECOND)
  actor.filledAt = now
  while (!here.heavy.has(actor.key)) {
    const first = actor.queue[0]
    if (!first) break
    if (first.points > actor.points || actor.queue.length > MANY_WAITING) here.heavy.set(actor.key, actor)
    else if (actor.running >= (isAlone(here) ? AT_ONCE_ALONE : AT_ONCE)) break
    else spendPoints(here, actor, now)
  }
  advanceLane(here)
}

function spendPoints(here: Lane, actor: Actor, now: number) {
  const job = nextOf(actor, now)
  if (!job) return
  actor.points -= job.points
  actor.running++
  here.beside++
  void begin(job, actor, () => {
    actor.running--
    here.beside--
    advance(here, actor)
  })
}

/** Lets in the calls of heavy actors that may go now, and comes back when the rest is over. */
function advanceLane(here: Lane) {
  const now = performance.now()
  while (here.heavy.size > 0 && here.running < (isLaneAlone(here) ? AT_ONCE_ALONE : 1)) {
    const from = laneOpens(here)
    if (from > now) return void comeBack(here, from - now)
    const next = nextInLane(here, now)
    if (!next) return
    here.running++
    void begin(next.job, next.actor, (ms) => {
      here.running--
      forgetGone(here.actors, performance.now())
      if (!isLaneAlone(here)) here.restUntil = performance.now() + Math.min(LONGEST_REST_MS, ms * REST)
      advanceLane(here)
    })
  }
}

/** When the lane may take its next call. */
function laneOpens(here: Lane): number {
  if (here.beside === 0 || isLaneAlone(here)) return here.restUntil
  const [first] = here.heavy.values().next().value?.queue ?? []
  return Math.max(here.restUntil, first?.since ?? 0) + LONGEST_COURTESY_MS
}

function comeBack(here: Lane, ms: number) {
  if (here.timer) clearTimeout(here.timer)
  here.timer = setTimeout(() => {
    here.timer = null
    advanceLane(here)
  }, ms)
}

/** The first call of the heavy actor whose last one lies back longest. */
function nextInLane({ heavy }: Lane, now: number): { job: Job; actor: Actor } | undefined {
  for (const [key, actor] of heavy) {
    heavy.delete(key)
    const job = nextOf(actor, now)
    if (!job) continue
    if (actor.queue.length) heavy.set(key, actor)
    return { job, actor }
  }
  return undefined
}

/** The next call whose caller still waits; calls before it are rejected. */
function nextOf(actor: Actor, now: number): Job | undefined {
  for (let job = actor.queue.shift(); job; job = actor.queue.shift()) {
    if (!job.gone() && now - job.since <= LONGEST_WAIT_MS) return job
    job.turnAway()
  }
  return undefined
}

/** @param leave called once, when the call is over or waits for something else than the panel; with its milliseconds so far */
async function begin(job: Job, actor: Actor, leave: (ms: number) => void) {
  const from = performance.now()
  const slot: Slot = { statements: 0 }
  let inside = true
  let slow = false
  const end = () => {
    if (!inside) return
    inside = false
    clearTimeout(away)
    const ms = performance.now() - from
    if (slow) actor.points = Math.max(-BURST, actor.points - ms / POINT_MS)
    leave(ms)
  }
  const look = () => {
    if (slot.statements === 0) return end()
    slow = true
    away = setTimeout(look, AWAY_MS)
  }
  let away = setTimeout(look, AWAY_MS)
  await runInSlot(slot, job.run)
  end()
}
