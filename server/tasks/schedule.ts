import { Cron } from 'croner'
import type { z } from 'zod'
import { transaction } from '../db/transaction.ts'
import { log } from '../process/log.ts'
import type { Task } from './define.ts'
import { type EnqueueOptions, enqueue } from './enqueue.ts'

export type Schedule<S extends z.ZodType = z.ZodType> = {
  /** Unique; part of the key by which all processes agree on one run per slot. */
  name: string
  /** Five fields, or six with seconds first. */
  cron: string
  /** Time zone of the fields; default UTC. */
  timezone?: string
  task: Task<S>
  input: z.input<S>
  options: Pick<EnqueueOptions, 'registry_id' | 'entity' | 'account_id' | 'priority'>
  /** A slot missed by up to so long (a restart) is made up for, once. Default 5 minutes. */
  catchUpMs?: number
  /** Run a slot also while the one before is still waiting or running. */
  overlap?: boolean
}

export type Schedules = {
  /** Puts another list in place, for schedules that people edit. */
  replace(list: readonly Schedule[]): void
  stop(): void
}

type Entry = { schedule: Schedule; cron: Cron; last: Date }

/** setTimeout counts no further, and a clock that was set is noticed within this time. */
const LONGEST_MS = 60_000
const RETRY_MS = 5000

/**
 * Enqueues tasks by the clock. Every process may run it with the same list: each computes the slot, and the key
 * `cron:<name>:<slot>` lets one of them through.
 */
export function startSchedules(list: readonly Schedule[]): Schedules {
  let entries = new Map<string, Entry>()
  let timer: NodeJS.Timeout | undefined
  let ticking = false
  let replaced = false
  let stopped = false

  function replace(next: readonly Schedule[]) {
    const before = entries
    entries = new Map()
    for (const schedule of next) {
      if (entries.has(schedule.name)) throw new Error(`Two schedules are called ${schedule.name}`)
      const cron = new Cron(schedule.cron, { timezone: schedule.timezone ?? 'UTC', paused: true })
      const last = before.get(schedule.name)?.last ?? new Date(Date.now() - (schedule.catchUpMs ?? 300_000))
      entries.set(schedule.name, { schedule, cron, last })
    }
    replaced = true
    arm(0)
  }

  function arm(ms: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void tick(), Math.max(0, Math.min(ms, LONGEST_MS)))
  }

  async function tick() {
    if (ticking) return
    ticking = true
    replaced = false
    let wait = LONGEST_MS
    for (const entry of [...entries.values()]) {
      try {
        const slot = dueSlot(entry)
        if (slot) {
          await enqueueSlot(entry.schedule, slot)
          entry.last = slot
        }
        const next = entry.cron.nextRun(new Date())
        if (next) wait = Math.min(wait, next.getTime() - Date.now())
      } catch (err) {
        log.warn({ err, schedule: entry.schedule.name }, 'a schedule could not be started; trying again')
        wait = Math.min(wait, RETRY_MS)
      }
    }
    ticking = false
    arm(replaced ? 0 : wait + 1)
  }

  replace(list)
  return {
    replace,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** The latest slot that has come since the last one; earlier ones are not made up for. */
function dueSlot({ cron, last }: Entry): Date | null {
  const now = Date.now()
  let due: Date | null = null
  let from = last
  for (let n = 0; n < 10_000; n++) {
    const next = cron.nextRun(from)
    if (!next || next.getTime() > now) return due
    due = next
    from = next
  }
  return due
}

async function enqueueSlot({ name, task, input, options, overlap }: Schedule, slot: Date) {
  const prefix = `cron:${name}:`
  await transaction(async (work) => {
    if (!overlap) {
      const before = await work.sql(
        `select id from task where status = 'running' and starts_with(dedupe_key, $1)
         union all select id from task where status = 'created' and starts_with(dedupe_key, $1) limit 1`,
        [prefix],
      )
      if (before.length) return
    }
    await enqueue(work, task, input, { ...options, dedupeKey: `${prefix}${slot.toISOString()}` })
  })
}
