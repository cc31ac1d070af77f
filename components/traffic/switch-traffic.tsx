'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SwitchPort } from '../../server/domain/switch/record.ts'
import { Loaded } from '../api/loaded.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { usePortLabels, useRateColumn } from '../switches/face/port-labels.ts'
import { linked, TextLink } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'
import { useSpan, useSpanChoice } from './spans.ts'
import { SpanChoice, TrafficChart } from './traffic-chart.tsx'

const MOST = 20

/** The ports of a switch that carry most, on average over a span. */
export default function SwitchTraffic({ switch_id, ports }: { switch_id: number; ports: readonly SwitchPort[] }) {
  const t = useTranslations('traffic')
  const format = useFormatter()
  const words = usePortLabels()
  const trpc = useTRPC()
  const [span, setSpan] = useSpanChoice()
  const query = useQuery(
    trpc.dci.switch.traffic.queryOptions(
      { params: { switch_id }, query: useSpan(span) },
      { placeholderData: keepPreviousData },
    ),
  )
  const points = query.data?.total
  const total = useMemo(
    () => ({
      times: (points ?? []).map(({ time }) => time),
      received: (points ?? []).map((one) => one.in),
      sent: (points ?? []).map((one) => one.out),
    }),
    [points],
  )
  const byId = new Map(ports.map((port) => [port.id, port]))
  const rows = (query.data?.list ?? []).flatMap((one) => {
    const port = byId.get(one.port)
    return port ? [{ ...one, of: port, sum: one.in + one.out }] : []
  })
  const top = rows.sort((a, b) => b.sum - a.sum).slice(0, MOST)
  const most = top[0]?.sum || 1
  const { unit, figure } = useRateColumn(top.flatMap((one) => [one.in, one.out]))
  return (
    <>
      <Section title={t('whole')} action={<SpanChoice span={span} onSpan={(next) => void setSpan(next)} />}>
        <TrafficChart
          title={t('bits')}
          query={query}
          times={total.times}
          series={[
            { label: t('in'), values: total.received },
            { label: t('out'), values: total.sent },
          ]}
          height={160}
        />
      </Section>
      <Section title={t('top')}>
        <Loaded query={query} rows={6} label={t('top')} unread={t('unread')}>
          {() =>
            top.length === 0 ? (
              <EmptyState title={t('noneTitle')}>{t('noneHint')}</EmptyState>
            ) : (
              <Rows
                compact
                label={t('top')}
                rows={top}
                rowKey={({ port }) => port}
                columns={[
                  {
                    head: t('port'),
                    name: true,
                    cell: (one) => (
                      <TextLink plain href={paths.switchPort(switch_id, one.port)}>
                        <span className="mono">{words.name(one.of)}</span>
                      </TextLink>
                    ),
                  },
                  {
                    head: t('peer'),
                    quiet: true,
                    className: 'max-w-40',
                    cell: ({ of: port }) =>
                      port.server ? linked(paths.server(port.server.id), port.server.name) : words.peer(port),
                  },
                  { head: t('inUnit', { unit }), right: true, cell: (one) => figure(one.in) },
                  { head: t('outUnit', { unit }), right: true, cell: (one) => figure(one.out) },
                  {
                    head: t('share'),
                    wide: true,
                    className: 'w-40',
                    cell: ({ sum }) => (
                      <i className="block h-1.5 rounded-xs bg-plot-1" style={{ width: `${(100 * sum) / most}%` }} />
                    ),
                  },
                  {
                    head: t('errors'),
                    right: true,
                    quiet: true,
                    wide: true,
                    cell: (one) => (one.errors + one.discards === 0 ? '-' : format.number(one.errors + one.discards)),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
    </>
  )
}
