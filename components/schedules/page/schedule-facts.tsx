'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Schedule } from '../../../server/domain/schedule/schema.ts'
import { nextSlots } from '../../../server/domain/schedule/slots.ts'
import { useTRPC } from '../../api/trpc.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { Covers, Places } from '../covers.tsx'
import { timeOf, useSlotWords } from '../time-words.ts'

const NEXT = 5

/** What a schedule backs up, when next, and what stays of it. */
export function ScheduleFacts({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('schedules')
  const format = useFormatter()
  const words = useSlotWords()
  const trpc = useTRPC()
  const { data } = useQuery(trpc.vm.schedule.hosts.queryOptions({ params: { schedule_id: schedule.id } }))
  const keeps = (['keep_last', 'keep_daily', 'keep_weekly', 'keep_monthly'] as const).flatMap((name) =>
    schedule[name] === null ? [] : [{ term: t(`fields.${name}`), value: format.number(schedule[name]) }],
  )
  const limits = (['limit_count', 'limit_size_mib', 'starts_per_hour', 'limit_mib_s'] as const).flatMap((name) =>
    schedule[name] === null ? [] : [{ term: t(`fields.${name}`), value: format.number(schedule[name]) }],
  )
  const slots = schedule.enabled ? nextSlots(timeOf(schedule), new Date(), NEXT) : []
  return (
    <>
      <SidePanelSection title={t('page.targets')}>
        <Facts
          facts={[
            { term: t('fields.covers'), value: <Covers schedule={schedule} /> },
            { term: t('fields.backup_mode'), value: t(`values.backup_mode.${schedule.backup_mode}`) },
            data && { term: t('form.hosts'), value: t('page.affected', { count: data.affected_hosts_count }) },
            { term: t('fields.backup_locations'), value: <Places schedule={schedule} /> },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('page.next')}>
        {slots.length === 0 ? <p className="text-12 text-fg-3">{t('page.none')}</p> : null}
        <ol className="text-12">
          {slots.map((slot) => (
            <li key={slot.getTime()} className="num leading-5">
              {words(slot, schedule.time_zone)}
            </li>
          ))}
        </ol>
        <p className="mt-1 text-12 text-fg-3">{schedule.time_zone}</p>
      </SidePanelSection>
      <SidePanelSection title={t('page.keeps')}>
        {keeps.length === 0 ? <p className="text-12 text-fg-3">{t('page.keepsAll')}</p> : <Facts facts={keeps} />}
      </SidePanelSection>
      <SidePanelSection title={t('page.limits')}>
        {limits.length === 0 ? <p className="text-12 text-fg-3">{t('page.unlimited')}</p> : <Facts facts={limits} />}
      </SidePanelSection>
    </>
  )
}
