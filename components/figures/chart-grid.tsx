'use client'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartEvent } from '../chart/line-chart.tsx'
import { LineChart } from '../chart/line-chart.tsx'
import { shifted, type Window } from './span.ts'

type Line = readonly (number | null)[]
type One = { label: string; values: Line; was?: Line | undefined }

/** What all graphs of a page share. */
export type Shared = {
  times: readonly number[]
  /** The earlier period that is compared with, when one is. */
  earlier?: { by: number; from: number; step: number } | undefined
  events: readonly ChartEvent[]
  onZoom: (window: Window) => void
}

/** The beginnings of the points of an answer. */
export const useTimes = (of: { from: number; to: number; step: number } | undefined): readonly number[] =>
  useMemo(
    () => (of ? Array.from({ length: Math.ceil((of.to - of.from) / of.step) }, (_, i) => of.from + i * of.step) : []),
    [of],
  )

/** One graph of one or two lines, with those of the period before behind them. */
export function Chart(props: {
  shared: Shared
  title: string
  lines: readonly [One] | readonly [One, One]
  top?: number
  binary?: boolean
  format: (value: number, top?: number) => string
}) {
  const { shared, title, lines, top, binary, format } = props
  const { times, earlier, events, onZoom } = shared
  const t = useTranslations('figures')
  const [one, two] = lines
  const first = { label: one.label, values: one.values }
  const behind = earlier && lines.map(({ was }) => shifted(times, earlier.by, earlier, was))
  return (
    <LineChart
      title={title}
      times={times}
      series={two ? [first, { label: two.label, values: two.values }] : [first]}
      format={format}
      height={132}
      events={events}
      onZoom={onZoom}
      {...(behind && { before: { label: t('before'), values: behind } })}
      {...(top !== undefined && { top })}
      binary={binary}
    />
  )
}

/** Graphs beside each other as there is room. */
export const ChartGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,21rem),1fr))] gap-x-6 gap-y-4">{children}</div>
)
