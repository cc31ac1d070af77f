'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Schedule } from '../../../server/domain/schedule/schema.ts'
import { paths } from '../../paths.ts'
import { cn } from '../../ui/class-names.ts'
import { Link } from '../../ui/controls/link.tsx'
import { useScheduleName } from '../time-words.ts'
import { type CalendarDay, calendarDays, cellsBefore } from './starts.ts'

const DAYS = 14
const WEEK = 7
/** More starts of a day are counted. */
const MOST_OF_DAY = 8

/** Two weeks, a cell a day, weeks from Monday; on a telephone a list of the days. */
export function CalendarDays({ schedules }: { schedules: readonly Schedule[] }) {
  const days = calendarDays(schedules, new Date(), DAYS)
  const before = cellsBefore(days[0]?.day ?? new Date())
  const after = (WEEK - ((before + DAYS) % WEEK)) % WEEK
  return (
    <ol className="grid grid-cols-7 gap-px overflow-hidden rounded-md border border-line bg-line phone:grid-cols-1">
      {before > 0 ? <li aria-hidden className="bg-bg phone:hidden" style={{ gridColumn: `span ${before}` }} /> : null}
      {days.map((day, n) => (
        <DayCell key={day.day.getTime()} of={day} isToday={n === 0} />
      ))}
      {after > 0 ? <li aria-hidden className="bg-bg phone:hidden" style={{ gridColumn: `span ${after}` }} /> : null}
    </ol>
  )
}

function DayCell({ of: { day, starts }, isToday }: { of: CalendarDay; isToday: boolean }) {
  const t = useTranslations('schedules.calendar')
  const format = useFormatter()
  const nameOf = useScheduleName()
  const shown = starts.slice(0, MOST_OF_DAY)
  return (
    <li className={cn('min-h-28 min-w-0 p-2 phone:min-h-0', isToday ? 'bg-inset' : 'bg-bg')}>
      <p className="mb-1 text-12 font-medium text-fg-2">
        {format.dateTime(day, { weekday: 'short', day: 'numeric', month: 'short' })}
      </p>
      {starts.length === 0 ? <p className="text-12 text-fg-3">{t('noRuns')}</p> : null}
      <ul className="flex flex-col gap-0.5">
        {shown.map(({ at, schedule }) => (
          <li key={`${schedule.id} ${at.getTime()}`} className="truncate text-12">
            <Link
              href={paths.schedule(schedule.id)}
              prefetch={false}
              className="hover:underline hover:underline-offset-2"
            >
              <span className="num text-fg-3">
                {format.dateTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
              </span>{' '}
              {nameOf(schedule)}
            </Link>
          </li>
        ))}
      </ul>
      {starts.length > shown.length ? (
        <p className="text-12 text-fg-3">{t('more', { count: starts.length - shown.length })}</p>
      ) : null}
    </li>
  )
}
