'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Backup } from '../../../server/domain/backup/schema.ts'
import { cn } from '../../ui/class-names.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'

const DAYS = 30
/** A telephone has room for so many of them. */
const ON_PHONE = 14
const DAY_MS = 86_400_000

type Day = { day: string; mib: number; good: number; bad: number }

/** What was added on each of the last days; the present one is the last. */
export function daysOf(backups: readonly Backup[], now: number): Day[] {
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(now - (DAYS - 1 - n) * DAY_MS))
  return days.map((day) => {
    const then = backups.filter(({ date_create }) => dayOf(Date.parse(date_create)) === day)
    return {
      day,
      mib: then.reduce((sum, one) => sum + (one.actual_size_mib ?? 0), 0),
      good: then.filter(({ state, fault }) => state !== 'crashed' && state !== 'creating' && fault === null).length,
      bad: then.filter(({ state, fault }) => state === 'crashed' || (fault !== null && state !== 'creating')).length,
    }
  })
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The last days, as bars of what each has added, and how their backups ended. The table below says the same in words. */
export function BackupTimeline({ backups, now }: { backups: readonly Backup[]; now: number }) {
  const t = useTranslations('hosts.backups')
  const format = useFormatter()
  const size = useSizes()
  const days = daysOf(backups, now)
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
        {days.map(({ day, mib, good, bad }, n) => (
          <div
            key={day}
            title={t('day', { date: dateOf(day, { dateStyle: 'medium' }), good, bad, size: size(mib) })}
            className={cn('flex min-w-0 flex-1 flex-col items-center', n < DAYS - ON_PHONE && 'phone:hidden')}
          >
            <div className="flex h-18 w-full items-end justify-center border-b border-line">
              {good > 0 ? (
                <i
                  className={cn('w-1/2 max-w-4 rounded-t-xs bg-off-solid', n === DAYS - 1 && 'bg-plot-1')}
                  style={{ height: `${Math.max(4, (100 * mib) / most)}%` }}
                />
              ) : null}
            </div>
            <span className="mt-1 flex h-4 items-center">
              {bad > 0 ? <StateMark kind="fault" /> : good > 0 ? <StateMark kind="ok" /> : null}
            </span>
            <span className="num text-11 text-fg-2">{dateOf(day, { day: 'numeric' })}</span>
            <span className="h-4 text-11 whitespace-nowrap text-fg-3">
              {n === 0 || day.endsWith('-01') ? dateOf(day, { month: 'short' }) : ''}
            </span>
          </div>
        ))}
      </div>
    </figure>
  )
}
