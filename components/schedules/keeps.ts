'use client'
import { useTranslations } from 'use-intl'
import type { HostSchedule } from '../../server/domain/schedule/protection.ts'

const counted = ['keep_last', 'keep_daily', 'keep_weekly', 'keep_monthly', 'limit_count'] as const

/** What a schedule keeps of each disk, in words: the last of 7 days, of 4 weeks. */
export function useKeepWords() {
  const t = useTranslations('schedules.keeps')
  return (schedule: Pick<HostSchedule, (typeof counted)[number]>): string => {
    const kept = counted.flatMap((name) => {
      const count = schedule[name]
      return count === null ? [] : [t(name, { count })]
    })
    return kept.length > 0 ? kept.join(', ') : t('all')
  }
}
