'use client'
import MonitorCheck from 'lucide-react/icons/monitor-check'
import { useFormatter, useTimeZone, useTranslations } from 'use-intl'
import type { Backup } from '../../../server/domain/backup/schema.ts'
import { cn } from '../../ui/class-names.ts'
import { type StateKind, StateMark } from '../../ui/display/state-mark.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'

const DAYS = 30
/** A telephone has room for so many of them. */
const ON_PHONE = 14
const DAY_MS = 86_400_000

type Has = Pick<ReadonlySet<string>, 'has'>
type Day = { day: string; mib: number; good: number; bad: number; verified: number; rehearsed: boolean }

/**
 * What was added on each of the last days of a time zone; the present one is the last.
 * @param rehearsed `run_id` of the moments whose restore was rehearsed and passed
 */
export function daysOf(
  backups: readonly Backup[],
  { now, zone, rehearsed }: { now: number; zone: string; rehearsed: Has },
): Day[] {
  const dayOf = dayIn(zone)
  // Days of the calendar, which are not always 24 hours long.
  const last = Date.parse(dayOf(now))
  const days = Array.from({ length: DAYS }, (_, n) =>
    new Date(last - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10),
  )
  const byDay = new Map<string, Backup[]>()
  for (const one of backups) {
    const day = dayOf(Date.parse(one.date_create))
    byDay.set(day, [...(byDay.get(day) ?? []), one])
  }
  return days.map((day) => {
    const then = byDay.get(day) ?? []
    return {
      day,
      mib: then.reduce((sum, one) => sum + (one.actual_size_mib ?? 0), 0),
      good: then.filter(isGood).length,
      verified: then.filter((one) => isGood(one) && one.copies.some(({ verified_at }) => verified_at !== null)).length,
      rehearsed: then.some(({ run_id }) => rehearsed.has(run_id)),
      bad: then.filter(({ state, fault }) => state === 'crashed' || (fault !== null && state !== 'creating')).length,
    }
  })
}

const isGood = ({ state, fault }: Backup) => state !== 'crashed' && state !== 'creating' && fault === null

/** The date of a moment where the reader is: 2026-11-20. */
const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (at: number): string => format.format(at)
}

const markOf = ({ good, bad, verified }: Day): StateKind | null =>
  bad > 0 ? 'fault' : good === 0 ? null : verified === good ? 'ok' : 'unknown'

/** The last days, as bars of what each has added, and how their backups ended. The table below says the same in words. */
export function BackupTimeline(props: { backups: readonly Backup[]; now: number; rehearsed: Has }) {
  const { backups, now, rehearsed } = props
  const t = useTranslations('hosts.backups')
  const format = useFormatter()
  const size = useSizes()
  const days = daysOf(backups, { now, zone: useTimeZone() ?? 'UTC', rehearsed })
  const most = Math.max(1, ...days.map(({ mib }) => mib))
  const kept = backups.filter(({ state }) => state !== 'crashed' && state !== 'creating')
  const dateOf = (day: string, parts: object) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { ...parts, timeZone: 'UTC' })
  return (
    <figure className="mb-4">
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-3 text-12 text-fg-2">
        <span className="text-13 font-semibold text-fg">{t('lastDays', { days: DAYS })}</span>
        {t('mostAdded', { size: size(most) })}
        <span className="num ml-auto">
          {t('kept', {
            count: kept.length,
            whole: size(kept.reduce((sum, one) => sum + one.estimated_size_mib, 0)),
            stored: size(kept.reduce((sum, one) => sum + (one.actual_size_mib ?? 0), 0)),
          })}
        </span>
      </figcaption>
      <div aria-hidden="true" className="flex">
        {days.map((one, n) => {
          const { day, mib, good, bad } = one
          const mark = markOf(one)
          return (
            <div
              key={day}
              title={t('day', { date: dateOf(day, { dateStyle: 'medium' }), good, bad, size: size(mib) })}
              className={cn('flex min-w-0 flex-1 flex-col items-center', n < DAYS - ON_PHONE && 'phone:hidden')}
            >
              <span className="flex h-4 items-center">
                {one.rehearsed ? <MonitorCheck className="size-3.5 text-fg-2" /> : null}
              </span>
              <div className="flex h-18 w-full items-end justify-center border-b border-line">
                {good > 0 ? (
                  <i
                    className={cn('w-1/2 max-w-4 rounded-t-xs bg-off-solid', n === DAYS - 1 && 'bg-plot-1')}
                    style={{ height: `${Math.max(4, (100 * mib) / most)}%` }}
                  />
                ) : null}
              </div>
              <span className="mt-1 flex h-4 items-center">{mark ? <StateMark kind={mark} /> : null}</span>
              <span className="num text-11 text-fg-2">{dateOf(day, { day: 'numeric' })}</span>
              <span className="h-4 text-11 whitespace-nowrap text-fg-3">
                {n === 0 || day.endsWith('-01') ? dateOf(day, { month: 'short' }) : ''}
              </span>
            </div>
          )
        })}
      </div>
      <Legend />
    </figure>
  )
}

/** What the marks below and above the bars say. */
function Legend() {
  const t = useTranslations('hosts.backups.legend')
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
      <li className="flex items-center gap-1.5">
        <i aria-hidden="true" className="h-3 w-2 rounded-t-xs bg-off-solid" />
        {t('added')}
      </li>
      {(['ok', 'unknown', 'fault'] as const).map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <StateMark kind={kind} />
          {t(kind)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <MonitorCheck aria-hidden="true" className="size-3.5" />
        {t('rehearsed')}
      </li>
    </ul>
  )
}
