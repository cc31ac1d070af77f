import type { Schedule } from '../../../server/domain/schedule/schema.ts'
import { nextSlot } from '../../../server/domain/schedule/slots.ts'
import { timeOf } from '../time-words.ts'

export type Start = { at: Date; schedule: Schedule }
export type CalendarDay = { day: Date; starts: Start[] }

/** Midnight of a day so many days after, on the clock of who looks. */
const midnight = (from: Date, days: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + days)

/** The starts of so many days from a moment on, today first, in the order in which they come. */
export function calendarDays(schedules: readonly Schedule[], now: Date, count: number): CalendarDay[] {
  const end = midnight(now, count)
  const starts = schedules.flatMap((schedule) => {
    const found: Start[] = []
    const time = timeOf(schedule)
    // Two in a day are the most that the change of a clock makes of one.
    for (let at = nextSlot(time, now); at < end && found.length <= 2 * count; at = nextSlot(time, at))
      found.push({ at, schedule })
    return found
  })
  starts.sort((a, b) => a.at.getTime() - b.at.getTime() || a.schedule.id - b.schedule.id)
  return Array.from({ length: count }, (_, n) => {
    const [day, next] = [midnight(now, n), midnight(now, n + 1)]
    return { day, starts: starts.filter(({ at }) => at >= day && at < next) }
  })
}

/** Empty cells before the first day, so that weeks begin with Monday. */
export const cellsBefore = (first: Date) => (first.getDay() + 6) % 7
