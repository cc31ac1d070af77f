'use client'
import { type RefObject, useEffect } from 'react'

/**
 * Brings what was asked for into sight when it lies below the window: on a telephone the panel of what is picked follows far
 * below the thing that was pressed. `what` names it; another one is brought into sight again.
 */
export function useIntoSight(head: RefObject<HTMLElement | null>, what: string | number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing, another panel
  useEffect(() => {
    const place = head.current?.getBoundingClientRect()
    if (place && place.top > window.innerHeight - 64) head.current?.scrollIntoView({ block: 'start' })
  }, [head, what])
}
