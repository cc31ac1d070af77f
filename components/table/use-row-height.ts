'use client'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Density } from './preferences.ts'

const token: Record<Density, string> = { compact: '--row-h-compact', normal: '--row-h', roomy: '--row-h-roomy' }
const usual: Record<Density, number> = { compact: 28, normal: 32, roomy: 40 }

/** The height of a row in px as the tokens have it here: touch makes it taller. */
export function useRowHeight(box: RefObject<HTMLElement | null>, density: Density): number {
  const [height, setHeight] = useState(usual[density])
  useLayoutEffect(() => {
    const read = () => {
      if (!box.current) return
      const px = Number.parseFloat(getComputedStyle(box.current).getPropertyValue(token[density]))
      setHeight(px > 0 ? px : usual[density])
    }
    read()
    const touch = window.matchMedia('(pointer: coarse)')
    touch.addEventListener('change', read)
    return () => touch.removeEventListener('change', read)
  }, [box, density])
  return height
}
