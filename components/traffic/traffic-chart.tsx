'use client'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { LineChart } from '../chart/line-chart.tsx'
import { useRateLabel } from '../switches/face/port-labels.ts'
import { Segmented } from '../ui/controls/segmented.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { type SpanName, spanNames } from './spans.ts'

/** Height of what stands above the lines. */
const HEADING = 24

/** Hour, day, week or year. */
export function SpanChoice({ span, onSpan }: { span: SpanName; onSpan: (span: SpanName) => void }) {
  const t = useTranslations('traffic')
  return (
    <Segmented
      size="sm"
      label={t('span')}
      value={span}
      onValueChange={onSpan}
      options={spanNames.map((value) => ({ value, label: t(`spans.${value}`) }))}
    />
  )
}

/** A graph of bits a second, or in words why there is none. */
export function TrafficChart(props: {
  title: string
  query: { error: unknown; isPending: boolean; refetch: () => unknown }
  times: readonly number[]
  series: readonly [
    { label: string; values: readonly (number | null)[] },
    { label: string; values: readonly (number | null)[] },
  ]
  mark?: { label: string; value: number } | undefined
  height?: number
}) {
  const { title, query, times, series, mark, height = 120 } = props
  const t = useTranslations('traffic')
  const rate = useRateLabel()
  if (query.isPending)
    return (
      <div style={{ height: height + HEADING }} className="flex">
        <Skeleton className="h-full w-full" />
      </div>
    )
  if (query.error && times.length === 0)
    return <ErrorState title={t('unread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
  if (!series.some(({ values }) => values.some((value) => value !== null)))
    return <p className="pb-1 text-12 text-fg-2">{t('none')}</p>
  return <LineChart title={title} times={times} series={series} format={rate} height={height} mark={mark} />
}
