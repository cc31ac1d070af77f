'use client'
import { lazy, Suspense, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { largestOf, lastOf, niceBinaryTop, niceTop } from './scale.ts'

const Plot = lazy(() => import('./plot.tsx'))

/** Something that happened, drawn as a line with a mark on top. */
export type ChartEvent = { time: number; mark: string }

export type ChartSeries = { label: string; values: readonly (number | null)[] }

export type LineChartProps = {
  title: string
  /** Seconds since 1970, ascending, one for each value. */
  times: readonly number[]
  /** The first is drawn in the accent, the second grey. More than two make a second chart. */
  series: readonly [ChartSeries] | readonly [ChartSeries, ChartSeries]
  /** The value of 100 %: memory of the VM or node, 100 for percent. Without it the top follows the data. */
  top?: number
  /** Round by powers of two: for MiB and GiB. */
  binary?: boolean
  /** Value with its unit: "46%", "106 GiB". On the axis in the unit of the `top`, where there are several. */
  format?: (value: number, top?: number) => string
  height?: number
  /** A level across the whole width, dashed: a percentile, a limit. */
  mark?: { label: string; value: number }
  /** Limits, dashed like the mark; beyond those that are `fault` something is wrong. */
  limits?: readonly { label: string; value: number; fault: boolean }[]
  /** The same lines of an earlier time, dashed behind them. */
  before?: { label: string; values: readonly (readonly (number | null)[])[] }
  events?: readonly ChartEvent[]
  /** Lets a part be chosen by dragging over it; seconds since 1970. */
  onZoom?: (part: { from: number; to: number }) => void
}

const noEvents: readonly ChartEvent[] = []

/** A trend: the values now stand in the title, under the pointer those of that moment. */
export function LineChart(props: LineChartProps) {
  const { title, times, series, binary, height = 152, mark } = props
  const levels = [...(mark ? [{ ...mark, fault: false }] : []), ...(props.limits ?? [])]
  const t = useTranslations('chart')
  const intl = useFormatter()
  const [at, setAt] = useState<number | null>(null)
  const plain = (value: number) => intl.number(value, { maximumFractionDigits: 1 })
  const format = props.format ?? plain
  const values = series.map((one) => one.values)
  const behind = props.before?.values ?? []
  const largest = Math.max(largestOf(values), largestOf(behind), ...levels.map(({ value }) => value))
  const top = Math.max(
    props.top ?? 0,
    props.top !== undefined && largest <= props.top ? 0 : (binary ? niceBinaryTop : niceTop)(largest),
  )
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const clock = (seconds: number) =>
    intl.dateTime(
      new Date(seconds * 1000),
      span > 2 * 86_400 ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit', hour12: false },
    )
  const shown = (one: ChartSeries) => {
    const value = at === null ? lastOf(one.values) : (one.values[at] ?? null)
    return value === null ? t('none') : format(value)
  }
  const moment = at === null ? undefined : times[at]
  const words = [
    ...series.map((one) => `${one.label} ${shown(one)}`),
    ...levels.map(({ label, value }) => `${label} ${format(value)}`),
  ].join(', ')
  return (
    <figure className="min-w-0">
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-3 text-12">
        <span className="text-13 font-semibold">{title}</span>
        <span className="num text-fg-3">
          {moment === undefined
            ? null
            : intl.dateTime(new Date(moment * 1000), {
                day: 'numeric',
                month: 'short',
                hour: '2-digit',
                minute: '2-digit',
                hour12: false,
              })}
        </span>
        <span className="ml-auto flex flex-wrap gap-x-3">
          {series.map((one, place) => (
            <span key={one.label} className="flex items-center gap-1">
              <i className={cn('h-0.5 w-2', place === 0 ? 'bg-plot-1' : 'bg-plot-2')} />
              <span className="text-fg-3">{one.label}</span>
              <b className="num font-medium">{shown(one)}</b>
            </span>
          ))}
          {props.before ? (
            <span className="flex items-center gap-1">
              <i className="w-2.5 border-t border-dashed border-line-strong" />
              <span className="text-fg-3">{props.before.label}</span>
            </span>
          ) : null}
          {levels.map(({ label, value, fault }) => (
            <span key={label} className="flex items-center gap-1">
              <i className={cn('w-2.5 border-t border-dashed', fault ? 'border-fault-solid' : 'border-warn-solid')} />
              <span className="text-fg-3">{label}</span>
              <b className="num font-medium">{format(value)}</b>
            </span>
          ))}
        </span>
      </figcaption>
      {times.length < 2 ? (
        <div style={{ height }} className="border-b border-line pt-2 text-12 text-fg-3">
          {t('empty')}
        </div>
      ) : (
        <Suspense
          fallback={
            <div style={{ height }} className="flex">
              <Skeleton className="h-full w-full" />
            </div>
          }
        >
          <Plot
            label={`${title}: ${words}`}
            times={times}
            values={values}
            before={behind}
            events={props.events ?? noEvents}
            onZoom={props.onZoom}
            top={top}
            height={height}
            levels={levels}
            format={(value) => (value === 0 ? '0' : format(value, top))}
            clock={clock}
            now={t('now')}
            onPoint={setAt}
          />
        </Suspense>
      )}
    </figure>
  )
}
