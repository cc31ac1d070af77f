'use client'
import { type RefObject, useEffect, useState } from 'react'

type LockableKeyboard = { lock?: () => Promise<void>; unlock?: () => void }

/** Full screen of one element. Where the browser can, system keys (Alt-Tab, Esc) go to the guest meanwhile. */
export function useFullScreen(root: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const read = () => {
      const full = document.fullscreenElement !== null && document.fullscreenElement === root.current
      setIsFull(full)
      const { keyboard } = navigator as Navigator & { keyboard?: LockableKeyboard }
      if (full) keyboard?.lock?.().catch(() => {})
      else keyboard?.unlock?.()
    }
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [root])
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void root.current?.requestFullscreen().catch(() => {})
  }
  return { isFull, toggle }
}
