'use client'
import { type RefObject, useRef } from 'react'

/**
 * Where the focus was when a layer opened, and how it gets back there: always, unless the person went elsewhere
 * meanwhile.
 */
export function useReturnFocus(anchor?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null)
  const left = useRef(false)
  if (before.current === null && typeof document !== 'undefined') before.current = document.activeElement
  return {
    onInteractOutside: (event: { target: EventTarget | null; preventDefault: () => void }) => {
      // A press on the trigger closes by the trigger's own click; closing here too would open it again.
      if (anchor?.current?.contains(event.target as Node)) event.preventDefault()
      else left.current = true
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (left.current) return
      const target = anchor?.current ?? before.current
      if (!(target instanceof HTMLElement) || !target.isConnected) return
      // This comes a moment late: a layer that opened meanwhile would close, were the focus taken from it.
      if ((document.activeElement ?? document.body).contains(target)) target.focus({ preventScroll: true })
    },
  }
}
