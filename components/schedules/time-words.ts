'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import type { ScheduleTime } from '../../server/domain/schedule/slots.ts'

/** What a schedule is called: unnamed ones by their number. */
export function useScheduleName() {
  const t = useTranslations('schedules')
  return ({ id, name }: { id: number; name: string | null }) => name || t('unnamed', { id: String(id) })
}

/** The time of a schedule as it was read. */
export const timeOf = ({
  type,
  start_time,
  time_zone,
}: Pick<Schedule, 'type' | 'start_time' | 'time_zone'>): ScheduleTime => ({
  ...{ type, time_zone },
  ...start_time,
})

const two = (value: number) => String(value).padStart(2, '0')
/** `02:30`, as forms take it. */
export const clockOf = ({ hour, minute }: { hour: number; minute: number }) => `${two(hour)}:${two(minute)}`

/** The name of a day of the week; 0 and 7 are Sunday. */
export function useDayName() {
  const format = useFormatter()
  // 4 January 2026 is a Sunday.
  return (day: number) =>
    format.dateTime(new Date(Date.UTC(2026, 0, 4 + (day % 7))), { weekday: 'long', timeZone: 'UTC' })
}

/** When a schedule starts, in words: daily at 02:30. */
export function useWhen() {
  const t = useTranslations('schedules.when')
  const dayName = useDayName()
  return ({ type, day, week_day, ...clock }: Omit<ScheduleTime, 'time_zone'>) => {
    const time = clockOf(clock)
    if (type === 'daily') return t('daily', { time })
    if (type === 'monthly') return t('monthly', { day: String(day ?? 1), time })
    const name = dayName(week_day ?? 0)
    return t('weekly', { day: name.charAt(0).toLocaleUpperCase() + name.slice(1), time })
  }
}

/** A start in words, on the clock of the schedule. */
export function useSlotWords() {
  const format = useFormatter()
  return (slot: Date, timeZone: string) =>
    format.dateTime(slot, {
      ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      timeZone,
      timeZoneName: 'short',
    })
}
