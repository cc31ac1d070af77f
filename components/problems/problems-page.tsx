'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { severities } from '../../server/domain/problem/kinds.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { SectionTabs } from '../frame/section-tabs.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Pagination, StatusBar } from '../ui/layout/pagination.tsx'
import { ProblemList } from './problem-list.tsx'

const PAGE = 100
const views = ['all', ...severities] as const

/** Everything that needs a person, page by page. */
export function ProblemsPage() {
  const t = useTranslations('problems')
  const trpc = useTRPC()
  const [view, setView] = useQueryState('severity', parseAsStringLiteral(views).withDefault('all'))
  const [offset, setOffset] = useQueryState('offset', parseAsInteger.withDefault(0))
  const asked = { limit: PAGE, offset, ...(view !== 'all' && { severity: view }) }
  const query = useQuery(trpc.vm.problem.list.queryOptions({ query: asked }, { placeholderData: keepPreviousData }))
  const isPast = offset > 0 && query.data?.list.length === 0 && !query.isPlaceholderData
  useEffect(() => {
    // So much has been mended meanwhile that there is no such page any more.
    if (isPast) void setOffset(null)
  }, [isPast, setOffset])
  return (
    <>
      <PageHeader title={t('title')} />
      <SectionTabs />
      <ObjectGate query={query}>
        {({ list, faults, warnings }) => {
          const counts = { all: faults + warnings, fault: faults, warning: warnings }
          return (
            <>
              <div className="px-6 py-3 phone:px-4">
                <Segmented
                  label={t('which')}
                  value={view}
                  onValueChange={(next) => {
                    void setOffset(null)
                    void setView(next)
                  }}
                  options={[
                    { value: 'all', label: t('all', { count: counts.all }) },
                    { value: 'fault', label: t('faults', { count: faults }) },
                    { value: 'warning', label: t('warnings', { count: warnings }) },
                  ]}
                />
              </div>
              <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-4 phone:px-4">
                {list.length === 0 && counts.all > 0 ? (
                  <p className="border-t border-line py-3 text-fg-2">
                    <State kind="ok">{t('noneSuch')}</State>
                  </p>
                ) : (
                  <ProblemList problems={list} headed={{ faults, warnings }} />
                )}
              </div>
              <StatusBar>
                <Pagination
                  offset={offset}
                  limit={PAGE}
                  count={list.length}
                  size={counts[view]}
                  onOffsetChange={(next) => void setOffset(next)}
                />
              </StatusBar>
            </>
          )
        }}
      </ObjectGate>
    </>
  )
}
