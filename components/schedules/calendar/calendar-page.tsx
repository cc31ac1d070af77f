'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { SectionTabs } from '../../frame/section-tabs.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CalendarDays } from './calendar-days.tsx'

const MOST = 500

/** When backups are made in the next two weeks. */
export function CalendarPage() {
  const t = useTranslations('schedules')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.schedule.list.queryOptions({ query: { where: 'enabled EQ true', orderby: 'id', limit: `0,${MOST}` } }),
  )
  return (
    <>
      <PageHeader title={t('calendar.title')} sub={t('calendar.hint')} />
      <SectionTabs />
      <ObjectGate query={query}>
        {({ list }) => (
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4 phone:px-4">
            {list.length === 0 ? (
              <EmptyState title={t('calendar.none')}>{t('noneHint')}</EmptyState>
            ) : (
              <CalendarDays schedules={list} />
            )}
          </div>
        )}
      </ObjectGate>
    </>
  )
}
