'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { LineChart } from '../chart/line-chart.tsx'
import { useRateLabel } from '../switches/face/port-labels.ts'
import { type SpanName, useSpan } from './spans.ts'
import { SpanChoice, TrafficChart } from './traffic-chart.tsx'

/** What passes a port: in and out with the 95th percentile of the month, and its errors when there are any. */
export default function PortTraffic({ switch_id, port_id }: { switch_id: number; port_id: number }) {
  const t = useTranslations('traffic')
  const format = useFormatter()
  const rate = useRateLabel()
  const trpc = useTRPC()
  const [span, setSpan] = useState<SpanName>('day')
  const query = useQuery(
    trpc.dci.switch.port.traffic.queryOptions(
      { params: { switch_id, port_id }, query: useSpan(span) },
      { placeholderData: keepPreviousData },
    ),
  )
  const points = query.data?.list
  const { times, received, sent, errors, discards, faulty } = useMemo(() => {
    const all = points ?? []
    return {
      times: all.map(({ time }) => time),
      received: all.map((one) => one.in),
      sent: all.map((one) => one.out),
      errors: all.map((one) => one.errors),
      discards: all.map((one) => one.discards),
      faulty: all.some((one) => one.errors || one.discards),
    }
  }, [points])
  const [month] = query.data?.percentiles ?? []
  return (
    <div className="flex flex-col gap-2">
      <span>
        <SpanChoice span={span} onSpan={setSpan} />
      </span>
      <TrafficChart
        title={t('bits')}
        query={query}
        times={times}
        series={[
          { label: t('in'), values: received },
          { label: t('out'), values: sent },
        ]}
        mark={month && { label: t('p95'), value: month.larger }}
      />
      {month ? (
        <p className="text-12 tabular-nums text-fg-3">
          {t('p95Month', { in: rate(month.in), out: rate(month.out), samples: format.number(month.samples) })}
        </p>
      ) : null}
      {faulty ? (
        <LineChart
          title={t('frames')}
          times={times}
          series={[
            { label: t('errors'), values: errors },
            { label: t('discards'), values: discards },
          ]}
          height={80}
        />
      ) : points?.some((one) => one.errors !== null) ? (
        <p className="text-12 text-fg-3">{t('noErrors')}</p>
      ) : null}
    </div>
  )
}
