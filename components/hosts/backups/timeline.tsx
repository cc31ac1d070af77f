'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Backup } from '../../../server/domain/backup/schema.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const HIGH = 72
const WIDE = 24

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

/** The last days, as bars of what each has added. The table below says the same in words. */
export function BackupTimeline({ backups, now }: { backups: readonly Backup[]; now: number }) {
  const t = useTranslations('hosts.backups')
  const format = useFormatter()
  const days = daysOf(backups, now)
  const most = Math.max(1, ...days.map(({ mib }) => mib))
  return (
    <figure className="mb-3 overflow-x-auto">
      <figcaption className="mb-1 text-12 text-fg-2">{t('lastDays', { days: DAYS })}</figcaption>
      <svg viewBox={`0 0 ${DAYS * WIDE} ${HIGH + 34}`} width={DAYS * WIDE} height={HIGH + 34} aria-hidden="true">
        <path d={`M0 ${HIGH + 0.5}H${DAYS * WIDE}`} stroke="var(--line)" />
        {days.map(({ day, mib, good, bad }, n) => {
          const high = good === 0 ? 0 : Math.max(3, (HIGH - 4) * (mib / most))
          const x = n * WIDE + WIDE / 2
          return (
            <g key={day}>
              <title>{t('day', { date: day, good, bad, mib })}</title>
              <rect x={x - 7} y={HIGH - high} width={14} height={high} rx={1.5} fill="var(--off-solid)" />
              {good > 0 || bad > 0 ? (
                <circle cx={x} cy={HIGH + 9} r={4} fill={bad > 0 ? 'var(--fault-solid)' : 'var(--ok-solid)'} />
              ) : null}
              <text x={x} y={HIGH + 29} textAnchor="middle" fontSize={11} fill="var(--fg-2)">
                {format.dateTime(new Date(`${day}T00:00:00Z`), { day: 'numeric', timeZone: 'UTC' })}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
