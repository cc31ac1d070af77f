'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '../../server/domain/ipmi/sensor.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { LineChart } from '../chart/line-chart.tsx'
import { largestOf } from '../chart/scale.ts'
import { spanNames, useSpan } from '../traffic/spans.ts'
import { SpanChoice } from '../traffic/traffic-chart.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { limitsFor } from './bar.ts'
import { useValueLabels } from './sensor-table.tsx'

/** How a sensor has been: its values over a span, with the limits they come near to. */
export function SensorGraph({ ipmi_id, sensor }: { ipmi_id: number; sensor: Sensor }) {
  const t = useTranslations('controllers')
  const trpc = useTRPC()
  const words = useValueLabels()
  const [span, setSpan] = useQueryState('span', parseAsStringLiteral(spanNames).withDefault('day'))
  const query = useQuery(
    trpc.dci.ipmi.sensor.history.queryOptions(
      { params: { ipmi_id, sensor_id: sensor.id }, query: useSpan(span) },
      { placeholderData: keepPreviousData },
    ),
  )
  const points = query.data?.list
  const { times, means, highs, measured } = useMemo(() => {
    const all = points ?? []
    const values = all.map(({ mean }) => mean)
    return {
      times: all.map(({ time }) => time),
      means: values,
      // Of a single reading the highest is the same.
      highs: all.some(({ mean, high }) => high !== mean) ? all.map(({ high }) => high) : null,
      measured: values.some((value) => value !== null),
    }
  }, [points])
  const format = (value: number) => words(value, sensor.unit)
  const limits = limitsFor(sensor.thresholds, largestOf([means])).map(({ name, value }) => ({
    label: t(`health.${name}`),
    value,
    fault: name === 'critical',
  }))
  const mean = { label: t('sensors.mean'), values: means }
  return (
    <div className="flex flex-col gap-2 border-b border-line pb-3">
      <span>
        <SpanChoice span={span} onSpan={(next) => void setSpan(next)} />
      </span>
      {query.isPending ? (
        // As high as the graph and its heading, so that the table below stays where it is.
        <Skeleton className="h-41 w-full" />
      ) : query.error && times.length === 0 ? (
        <ErrorState
          title={t('sensors.noGraph')}
          cause={apiFault(query.error).msg}
          onRetry={() => void query.refetch()}
        />
      ) : measured ? (
        <LineChart
          title={sensor.name}
          times={times}
          series={highs ? [mean, { label: t('sensors.highest'), values: highs }] : [mean]}
          format={format}
          limits={limits}
          height={140}
        />
      ) : (
        <p className="pb-1 text-12 text-fg-2">{t('sensors.noValues', { name: sensor.name })}</p>
      )}
    </div>
  )
}
