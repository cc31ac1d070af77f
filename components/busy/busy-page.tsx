'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'
import { useUnits } from '../figures/units.ts'
import { SectionTabs } from '../frame/section-tabs.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Section } from '../ui/layout/section.tsx'
import { BusyHosts } from './busy-hosts.tsx'
import { BusyNodes } from './busy-nodes.tsx'

const spans = ['now', 'hour'] as const
const orders = ['cpu', 'ram', 'disk', 'net'] as const

/** What keeps nodes busy at this moment or has over the last hour; reads itself anew as often as figures are taken. */
export function BusyPage() {
  const t = useTranslations('busy')
  const trpc = useTRPC()
  const units = useUnits()
  const [span, setSpan] = useQueryState('span', parseAsStringLiteral(spans).withDefault('now'))
  const query = useQuery(
    trpc.vm.monitoring.busy.queryOptions(
      { query: { span } },
      { placeholderData: keepPreviousData, refetchInterval: readEvery.load },
    ),
  )
  return (
    <>
      <PageHeader title={t('title')} sub={t('sub')} />
      <SectionTabs />
      <ObjectGate query={query}>
        {({ hosts, nodes }) => (
          <>
            <div className="px-6 py-3 phone:px-4">
              <Segmented
                label={t('span')}
                value={span}
                onValueChange={(next) => void setSpan(next)}
                options={spans.map((value) => ({ value, label: t(`spans.${value}`) }))}
              />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-4 phone:px-4">
              {nodes.length === 0 && orders.every((one) => hosts[one].length === 0) ? (
                <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
              ) : (
                <>
                  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] gap-x-8 gap-y-2">
                    {orders.map((by) => (
                      <Section key={by} title={t(`by.${by}`)}>
                        <BusyHosts by={by} hosts={hosts[by]} units={units} />
                      </Section>
                    ))}
                  </div>
                  <Section title={t('nodes')} line>
                    <BusyNodes nodes={nodes} units={units} />
                  </Section>
                </>
              )}
            </div>
          </>
        )}
      </ObjectGate>
    </>
  )
}
