import { type RefObject, useLayoutEffect, useState } from 'react'
import { heightOf } from '../diagram/geometry.ts'

/** Below this nothing could be read; a higher rack scrolls. */
const SMALLEST = 0.6
const BELOW = 16

/** The scale at which a rack is seen whole below the head of its page; 1 where it fits, and on a telephone, where width decides. */
export function useFit(box: RefObject<HTMLElement | null>, units: number): number {
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const element = box.current
    const page = element?.closest('main')
    if (!element || !page) return
    const measure = () => {
      const isPhone = window.matchMedia('(width < 720px)').matches
      const above = element.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop
      const room = (page.clientHeight - above - BELOW) / heightOf(units)
      setScale(isPhone ? 1 : Math.min(1, Math.max(SMALLEST, Math.floor(room * 100) / 100)))
    }
    measure()
    const size = new ResizeObserver(measure)
    size.observe(page)
    return () => size.disconnect()
  }, [box, units])
  return scale
}
