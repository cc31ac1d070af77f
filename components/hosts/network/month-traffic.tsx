'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { LineChart } from '../../chart/line-chart.tsx'
import { useUnits } from '../../figures/units.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'

/** What a VM received and sent in the current month, day by day. */
export function MonthTraffic({ host }: { host: Host }) {
  const t = useTranslations('hosts.network.month')
  const trpc = useTRPC()
  const format = useFormatter()
  const units = useUnits()
  const query = useQuery(trpc.vm.host.traffic.queryOptions({ params: { host_id: host.id }, query: {} }))
  const month = query.data?.month ?? new Date().toISOString().slice(0, 7)
  const name = format.dateTime(new Date(`${month}-01T00:00:00Z`), { month: 'long', timeZone: 'UTC' })
  return (
    <SidePanelSection title={t('title', { month: name })}>
      <Loaded query={query} rows={3} label={t('loading')} unread={t('unread')}>
        {({ in_bytes, out_bytes, days }) =>
          days.length === 0 ? (
            <p className="text-fg-3">{t('none')}</p>
          ) : (
            <div className="flex flex-col gap-2">
              <Facts
                facts={[
                  { term: t('out'), value: <span className="num">{units.amount(out_bytes)}</span> },
                  { term: t('in'), value: <span className="num">{units.amount(in_bytes)}</span> },
                ]}
              />
              {days.length > 1 ? (
                <LineChart
                  title={t('byDay')}
                  times={days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000)}
                  series={[
                    { label: t('out'), values: days.map((one) => one.out_bytes) },
                    { label: t('in'), values: days.map((one) => one.in_bytes) },
                  ]}
                  format={units.amount}
                  height={96}
                />
              ) : null}
            </div>
          )
        }
      </Loaded>
    </SidePanelSection>
  )
}
