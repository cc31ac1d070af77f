'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '../../server/domain/ipmi/sensor.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { LineChart } from '../chart/line-chart.tsx'
import { largestOf } from '../chart/scale.ts'
import { type SpanName, useSpan, useSpanChoice } from '../traffic/spans.ts'
import { SpanChoice } from '../traffic/traffic-chart.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { limitsFor } from './bar.ts'
import { useValueLabels } from './sensor-table.tsx'

type Of = { ipmi_id: number; sensor: Sensor }

/** How a sensor has been: its values over a span that is chosen, with the limits they come near to. */
export function SensorGraph({ ipmi_id, sensor }: Of) {
  const [span, setSpan] = useSpanChoice()
  return (
    <div className="flex flex-col gap-2 border-b border-line pb-3">
      <span>
        <SpanChoice span={span} onSpan={(next) => void setSpan(next)} />
      </span>
      <SensorChart ipmi_id={ipmi_id} sensor={sensor} span={span} />
    </div>
  )
}

/** The values of a sensor over a span. @param title in place of its name */
export function SensorChart({ ipmi_id, sensor, span, title = sensor.name }: Of & { span: SpanName; title?: string }) {
  const t = useTranslations('controllers')
  const trpc = useTRPC()
  const words = useValueLabels()
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
  // As high as the graph and its heading, so that what is below stays where it is.
  if (query.isPending) return <Skeleton className="h-41 w-full" />
  if (query.error && times.length === 0)
    return (
      <ErrorState title={t('sensors.noGraph')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
    )
  if (!measured) return <p className="pb-1 text-12 text-fg-2">{t('sensors.noValues', { name: sensor.name })}</p>
  return (
    <LineChart
      title={title}
      times={times}
      series={highs ? [mean, { label: t('sensors.highest'), values: highs }] : [mean]}
      format={format}
      limits={limits}
      height={140}
    />
  )
}
