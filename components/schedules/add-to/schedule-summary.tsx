'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Schedule } from '../../../server/domain/schedule/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { useLoaders } from '../../resource/loaders.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { ExactTime } from '../../ui/display/time.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Covers } from '../covers.tsx'
import { useKeepWords } from '../keeps.ts'
import { useWhen } from '../time-words.ts'

/** What a schedule does to a VM that it gets: when, where to, and what stays. */
export function ScheduleSummary({ id }: { id: number }) {
  const t = useTranslations('schedules')
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.schedule.get.queryOptions({ params: { schedule_id: id } }))
  return (
    <Loaded query={query} rows={4} label={t('page.facts')} unread={t('summary.unread')}>
      {(schedule) => <Summary schedule={schedule} />}
    </Loaded>
  )
}

function Summary({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('schedules')
  const when = useWhen()
  const keeps = useKeepWords()
  const places = usePlaceNames(schedule.backup_locations)
  const { type, start_time, time_zone, enabled, next_run } = schedule
  return (
    <div className="flex flex-col gap-2">
      <Facts
        facts={[
          { term: t('fields.when'), value: `${when({ type, ...start_time })}, ${time_zone}` },
          next_run !== null && { term: t('fields.next_run'), value: <ExactTime at={next_run} /> },
          { term: t('fields.backup_mode'), value: t(`values.backup_mode.${schedule.backup_mode}`) },
          { term: t('fields.backup_locations'), value: places },
          { term: t('form.keep'), value: keeps(schedule) },
          { term: t('fields.covers'), value: <Covers schedule={schedule} /> },
        ]}
      />
      {enabled ? null : <Notice kind="warn">{t('summary.disabled')}</Notice>}
    </div>
  )
}

/** Names of backup locations in the order in which they are written; their number until those are read. */
function usePlaceNames(ids: readonly number[]): string {
  const t = useTranslations('schedules.places')
  const { backupLocations } = useLoaders()
  const { data } = useQuery({
    queryKey: ['schedule places', ...ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) => backupLocations.resolve(ids.map(String), signal),
  })
  if (ids.length === 0) return t('node')
  const known = ids.flatMap((id) => data?.find(({ value }) => value === String(id))?.label ?? [])
  return known.length > 0 ? known.join(', ') : t('count', { count: ids.length })
}
