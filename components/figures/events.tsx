'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartEvent } from '../chart/line-chart.tsx'
import { RelativeTime } from '../ui/display/time.tsx'

export type FigureEvent = { id: number; time: number; label: string; by: string | undefined }

/** Events as graphs draw them: by their number in the list. */
export const useEvents = (entries: readonly FigureEvent[]): readonly ChartEvent[] =>
  useMemo(() => entries.map(({ time }, place) => ({ time, mark: String(place + 1) })), [entries])

/** What the numbers in the graphs stand for. */
export function EventList({ entries }: { entries: readonly FigureEvent[] }) {
  const t = useTranslations('figures')
  if (entries.length === 0) return null
  return (
    <section aria-label={t('eventsTitle')} className="rounded-md border border-line px-3 py-2">
      <h2 className="text-12 font-semibold">{t('eventsTitle')}</h2>
      <ol className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-6 text-12">
        {entries.map(({ id, time, label, by }, place) => (
          <li key={id} className="flex min-h-6 min-w-0 items-center gap-2">
            <span className="num flex size-4.5 flex-none items-center justify-center rounded-full border border-line-strong">
              {place + 1}
            </span>
            <span className="w-22 flex-none text-fg-3">
              <RelativeTime at={time * 1000} />
            </span>
            <span className="min-w-0 flex-1 truncate">{label}</span>
            <span className="max-w-28 truncate text-fg-3">{by?.split('@')[0]}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
