'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'

/** Spans of the graphs, in seconds. */
export const spans = { hour: 3600, day: 86_400, week: 7 * 86_400, year: 365 * 86_400 } as const
export type SpanName = keyof typeof spans
export const spanNames = ['hour', 'day', 'week', 'year'] as const satisfies readonly SpanName[]

/** The span that a page shows, kept in its address. */
export const useSpanChoice = () => useQueryState('span', parseAsStringLiteral(spanNames).withDefault('day'))

const MINUTE = 60

/**
 * Where a span begins now, moving on with every minute. Devices are asked each minute, and what was counted is no change that pages
 * would hear of: it is read anew when the span moves.
 */
export function useSpan(span: SpanName): { from: number } {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / 60_000))
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setMinute(Math.floor(Date.now() / 60_000))
    }, 60_000)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => ({ from: minute * MINUTE - spans[span] }), [minute, span])
}
