'use client'
import { useTranslations } from 'use-intl'
import { targetKinds } from '../../server/domain/schedule/kinds.ts'
import type { Schedule } from '../../server/domain/schedule/schema.ts'

/** What a schedule names, counted: 1 cluster, 3 VMs. */
export function Covers({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('schedules.covers')
  const counted = targetKinds.flatMap((kind) =>
    schedule[kind].length > 0 ? [t(kind, { count: schedule[kind].length })] : [],
  )
  return counted.length > 0 ? counted.join(', ') : t('nothing')
}

/** Where its backups go. */
export function Places({ schedule }: { schedule: Pick<Schedule, 'backup_locations'> }) {
  const t = useTranslations('schedules.places')
  const count = schedule.backup_locations.length
  return count > 0 ? t('count', { count }) : t('node')
}
