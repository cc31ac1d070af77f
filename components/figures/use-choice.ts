'use client'
import { useState } from 'react'
import { type Shared, useTimes } from './chart-grid.tsx'
import { type FigureEvent, useEvents } from './events.tsx'
import { useWindow } from './span.ts'
import { canCompare } from './use-figures.ts'

/** What somebody chose to see on a page of graphs: the window, events in it, and the period before beside it. */
export function useChoice() {
  const state = useWindow()
  const [withEvents, setEvents] = useState(true)
  const [comparing, setComparing] = useState(false)
  const canBe = canCompare(state.window)
  return {
    state,
    window: state.window,
    withEvents,
    compare: comparing && canBe,
    controls: {
      state,
      events: { on: withEvents, set: setEvents },
      ...(canBe && { compare: { on: comparing, set: setComparing } }),
    },
  }
}

export type Choice = ReturnType<typeof useChoice>

type Span = { from: number; to: number; step: number }

/** What all graphs of a page share, from the figures of the window and of the period before. */
export function useShared(
  { state }: Choice,
  now: Span | undefined,
  was: Span | undefined,
  entries: readonly FigureEvent[],
): Shared {
  return {
    times: useTimes(now),
    events: useEvents(entries),
    onZoom: state.show,
    earlier: was && now && { by: now.to - now.from, from: was.from, step: was.step },
  }
}
