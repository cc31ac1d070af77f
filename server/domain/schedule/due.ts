import type { ScheduleType } from './kinds.ts'
import { nextSlot, type ScheduleTime } from './slots.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How late the newest start may be made up for: half the time to the next one, so that two never run close together. */
const CATCH_UP: Record<ScheduleType, number> = { daily: 12 * HOUR, weekly: 84 * HOUR, monthly: 14 * 24 * HOUR }
/** Starts later than this have been missed, and are said to be made up for. */
export const LATE_MS = 10 * MINUTE
/** So many missed starts get a line of their own in the history. */
const MOST_NAMED = 31

export type Due = {
  /** The start that is made now. */
  run: Date | null
  /** It comes later than planned because the panel was not running. */
  isLate: boolean
  /** Starts that are not made up for, the oldest first. */
  missed: Date[]
  next: Date
}

/** What is to be done of a schedule whose next start has come: of all starts since then the newest is made, unless it is too old. */
export function whatIsDue(time: ScheduleTime, planned: Date, now: Date): Due {
  const slots = [planned]
  for (let at = nextSlot(time, planned); at <= now; at = nextSlot(time, at)) {
    slots.push(at)
    if (slots.length > MOST_NAMED) slots.shift()
  }
  const newest = slots.at(-1) ?? planned
  const age = now.getTime() - newest.getTime()
  const isMade = age <= CATCH_UP[time.type]
  return {
    run: isMade ? newest : null,
    isLate: age > LATE_MS,
    missed: isMade ? slots.slice(0, -1) : slots,
    next: nextSlot(time, now),
  }
}

/** How old the newest backup may get before a promise is broken: the time between two starts, and as much as a start may be late. */
export const promiseHours: Record<ScheduleType, number> = { daily: 36, weekly: 8 * 24, monthly: 33 * 24 }
