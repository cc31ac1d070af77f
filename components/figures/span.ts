'use client'
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'
import { readEvery } from '../api/readings.ts'

const HOUR = 3600
const DAY = 24 * HOUR
export const ranges = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY } as const
export type RangeName = keyof typeof ranges
export const rangeNames = ['hour', 'day', 'week', 'month', 'year'] as const satisfies readonly RangeName[]

/** Nothing shorter is shown: a few readings are no graph. */
export const SHORTEST_S = 300

export type Window = { from: number; to: number }

/** The part that is looked at instead of a range, and half or twice as much of it around its middle. */
export function zoomed({ from, to }: Window, factor: 0.5 | 2, now: number): Window {
  const length = Math.min(ranges.year, Math.max(SHORTEST_S, (to - from) * factor))
  const end = Math.min(now, Math.round((from + to + length) / 2))
  return { from: Math.max(0, Math.round(end - length)), to: end }
}

/** Of what is newest first that which lies within a window, oldest first. What has just happened lies before the next reading. */
export const within = <Event extends { time: number }>(list: readonly Event[], { from, to }: Window): Event[] =>
  list.filter(({ time }) => time >= from && time <= to + 60).reverse()

/** The period of the same length before. */
export const before = ({ from, to }: Window): Window => ({ from: from - (to - from), to: from })

/**
 * Values of an earlier period at the moments of this one: each at the slot that lies one length before it.
 * @param times of the points, seconds since 1970
 */
export function shifted(
  times: readonly number[],
  by: number,
  of: { from: number; step: number },
  line: readonly (number | null)[] | undefined,
): (number | null)[] {
  return times.map((time) => line?.[Math.floor((time - by - of.from) / of.step)] ?? null)
}

/** What the address says is looked at: a range that ends now and moves on, or a part that was zoomed into. */
export function useWindow() {
  const [at, setAt] = useQueryStates({
    range: parseAsStringLiteral(rangeNames).withDefault('day'),
    from: parseAsInteger,
    to: parseAsInteger,
  })
  const [tick, setTick] = useState(() => Math.floor(Date.now() / readEvery.load))
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTick(Math.floor(Date.now() / readEvery.load))
    }, readEvery.load)
    return () => clearInterval(timer)
  }, [])
  const now = Math.floor((tick * readEvery.load) / 1000)
  // Longer ranges have longer points: they need not be read every few seconds.
  const moving = at.range === 'hour' ? now : Math.floor(now / 60) * 60
  const isPart = at.from !== null && at.to !== null && at.to > at.from
  const end = isPart && at.to !== null ? at.to : moving
  const begin = isPart && at.from !== null ? at.from : moving - ranges[at.range]
  const window = useMemo<Window>(() => ({ from: begin, to: end }), [begin, end])
  return {
    window,
    range: at.range,
    isPart,
    choose: (range: RangeName) => void setAt({ range, from: null, to: null }),
    show: ({ from, to }: Window) => void setAt({ from: Math.round(from), to: Math.round(to) }),
    leave: () => void setAt({ from: null, to: null }),
  }
}
export type WindowState = ReturnType<typeof useWindow>
