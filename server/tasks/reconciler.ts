import type { Work } from '../db/transaction.ts'
import { bus } from '../events/bus.ts'
import { log } from '../process/log.ts'
import { openLeases } from './leases.ts'

export type ReconcilerOptions = {
  /** Unique; the lease of a key is `<name>:<key>`. */
  name: string
  /** What there is to look after (ids of nodes, of devices), read anew every few seconds. Default: one, ''. */
  keys?: () => Promise<string[]>
  /** Pause between two runs of a key, give or take a tenth. */
  intervalMs: number
  /** After so long without a sign of life another process takes the key over. Default 10 s. */
  leaseMs?: number
  /** Longest pause after failures, which double it each time. Default 5 minutes. */
  maxBackoffMs?: number
  /** Runs at once in this process. Default 16; without bound for runs that last (connections). */
  concurrency?: number
  /**
   * Brings one object and the world together. A poll returns soon; a connection returns when it is over. The signal fires when
   * the lease is lost, the key is gone or the process stops.
   */
  run(key: string, signal: AbortSignal): Promise<void>
}

export type Reconciler = { held(): string[]; stop(): Promise<void> }

type Entry = {
  key: string
  controller: AbortController
  /** Until when the lease is surely ours, on performance.now()'s clock. */
  deadline: number
  failures: number
  timer: NodeJS.Timeout | undefined
  running: Promise<void> | null
  /** Nudged while it ran. */
  again: boolean
}

const CHANNEL = 'reconcile'

/** Has a key (or all) looked at now, by whichever process holds it, once this transaction is committed. */
export async function nudge(work: Work, name: string, key?: string | number) {
  await work.sql('select pg_notify($1, $2)::text', [CHANNEL, key === undefined ? name : `${name}:${key}`])
}

/** The same outside of a transaction, at once. */
export const nudgeNow = (name: string, key: string | number) => bus().notify(CHANNEL, `${name}:${key}`)

/** Looks after objects without history: timer or nudge, one process per object, back-off for those that fail. */
export function startReconciler(options: ReconcilerOptions): Reconciler {
  const { name, intervalMs, leaseMs = 10_000, maxBackoffMs = 300_000, concurrency = 16 } = options
  const readKeys = options.keys ?? (async () => [''])
  const leases = openLeases(leaseMs)
  const entries = new Map<string, Entry>()
  const queue: Entry[] = []
  const every = leaseMs / 4
  let active = 0
  let stopping = false
  let beating: Promise<void> | null = null
  let beatAgain = false

  async function beat() {
    const keys = new Set(await readKeys())
    const asked = performance.now()
    const held = await leases.take([...keys].map((key) => `${name}:${key}`))
    const gone: string[] = []
    for (const entry of entries.values()) {
      if (held.has(`${name}:${entry.key}`)) entry.deadline = asked + leaseMs - every
      else {
        drop(entry, 'no longer held by this process')
        if (!keys.has(entry.key)) gone.push(`${name}:${entry.key}`)
      }
    }
    for (const key of keys)
      if (held.has(`${name}:${key}`) && !entries.has(key) && !stopping) add(key, asked + leaseMs - every)
    await leases.release(gone)
  }

  /** One at a time; who asks while one is under way may have news that it has not seen. */
  function beatOnce(news = false) {
    if (beating) beatAgain ||= news
    beating ??= beat()
      .catch((err) => log.warn({ err, reconciler: name }, 'leases could not be prolonged'))
      .finally(() => {
        beating = null
        const again = beatAgain && !stopping
        beatAgain = false
        if (again) void beatOnce()
      })
    return beating
  }

  function add(key: string, deadline: number) {
    const entry: Entry = {
      key,
      controller: new AbortController(),
      deadline,
      failures: 0,
      timer: undefined,
      running: null,
      again: false,
    }
    entries.set(key, entry)
    later(entry, Math.random() * Math.min(200, intervalMs / 10))
  }

  /** An entry whose run does not end stays, so that nothing of the same key begins beside it here. */
  function drop(entry: Entry, why: string) {
    clearTimeout(entry.timer)
    entry.controller.abort(new Error(`${name} ${entry.key}: ${why}`))
    if (!entry.running) entries.delete(entry.key)
  }

  function later(entry: Entry, ms: number) {
    clearTimeout(entry.timer)
    if (entry.controller.signal.aborted) return
    entry.timer = setTimeout(() => {
      queue.push(entry)
      next()
    }, ms)
  }

  function next() {
    while (active < concurrency) {
      const entry = queue.shift()
      if (!entry) return
      if (entry.running || entry.controller.signal.aborted) continue
      active++
      entry.again = false
      entry.running = taskRun(entry).finally(() => {
        active--
        entry.running = null
        if (entry.controller.signal.aborted) entries.delete(entry.key)
        else later(entry, entry.again ? 0 : delay(entry))
        next()
      })
    }
  }

  async function taskRun(entry: Entry) {
    try {
      await options.run(entry.key, entry.controller.signal)
      entry.failures = 0
    } catch (err) {
      if (entry.controller.signal.aborted) return
      if (entry.failures++ === 0)
        log.warn({ err, reconciler: name, object: entry.key }, 'a reconciler failed; it tries again')
    }
  }

  function delay(entry: Entry): number {
    const pause = Math.min(intervalMs * 2 ** Math.min(entry.failures, 20), Math.max(maxBackoffMs, intervalMs))
    return pause * (0.9 + Math.random() * 0.2)
  }

  function hear(payload: string) {
    for (const entry of entries.values()) {
      if (payload !== name && payload !== `${name}:${entry.key}`) continue
      entry.again = true
      if (!entry.running) later(entry, 0)
    }
    // It may be about an object that is new, or that another process has let go.
    if (payload === name || payload.startsWith(`${name}:`)) void beatOnce(true)
  }

  const beats = setInterval(() => {
    for (const entry of entries.values())
      if (performance.now() > entry.deadline) drop(entry, 'the lease could not be prolonged')
    void beatOnce()
  }, every)
  const unhear = bus().on(CHANNEL, hear)
  void beatOnce()

  return {
    held: () => [...entries.values()].filter((entry) => !entry.controller.signal.aborted).map((entry) => entry.key),
    async stop() {
      stopping = true
      clearInterval(beats)
      unhear()
      await beating
      const mine = [...entries.values()]
      for (const entry of mine) drop(entry, 'the process stops')
      const over = Promise.allSettled(mine.map((entry) => entry.running))
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), leaseMs / 2)
      })
      const ended = await Promise.race([over, limit])
      clearTimeout(timer)
      // What still runs keeps its lease until it expires.
      const free = mine.filter((entry) => ended !== 'late' || !entry.running).map((entry) => `${name}:${entry.key}`)
      await leases
        .release(free)
        // Others take over now instead of at their next look.
        .then(() => Promise.all(free.map((lease) => bus().notify(CHANNEL, lease))))
        .catch((err) => log.warn({ err, reconciler: name }, 'leases could not be given back'))
    },
  }
}
