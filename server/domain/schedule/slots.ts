import { Cron } from 'croner'
import type { ScheduleType } from './kinds.ts'

/** When a schedule starts, on the clock of its time zone. `week_day` 0 and 7 are both Sunday; `day` 29 to 31 means the last day of shorter months. */
export type ScheduleTime = {
  type: ScheduleType
  day?: number | null | undefined
  week_day?: number | null | undefined
  hour: number
  minute: number
  time_zone: string
}

/** The five fields of cron that say the same, but for the last day of short months, which cron has no word for. */
export function cronExpression({ type, day, week_day, hour, minute }: ScheduleTime): string {
  const at = `${minute} ${hour}`
  if (type === 'weekly') return `${at} * * ${week_day ?? 0}`
  return type === 'monthly' ? `${at} ${day ?? 1} * *` : `${at} * * *`
}

/** Patterns that together give every start: day 29 and 30 miss February, day 31 half of the months. */
function patterns(time: ScheduleTime): string[] {
  const { type, day, hour, minute } = time
  const at = `${minute} ${hour}`
  if (type !== 'monthly' || day === null || day === undefined || day < 29) return [cronExpression(time)]
  return day === 31 ? [`${at} L * *`] : [`${at} ${day} 1,3-12 *`, `${at} L 2 *`]
}

/**
 * The first start after a moment. A clock that is set forward over it starts at the end of the gap, one that is set back at the first
 * of the two moments.
 */
export function nextSlot(time: ScheduleTime, after: Date): Date {
  const found = patterns(time).flatMap((pattern) => {
    const next = new Cron(pattern, { timezone: time.time_zone, paused: true }).nextRun(after)
    return next ? [next.getTime()] : []
  })
  return new Date(Math.min(...found))
}

/** The next so many starts. */
export function nextSlots(time: ScheduleTime, after: Date, count: number): Date[] {
  const slots: Date[] = []
  for (let at = after; slots.length < count; ) {
    at = nextSlot(time, at)
    slots.push(at)
  }
  return slots
}

/** Whether the platform knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  // An offset is understood, too, but is no zone: it would not follow the summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
