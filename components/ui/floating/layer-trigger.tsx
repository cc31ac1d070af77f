'use client'
import { Slot } from 'radix-ui'
import type { KeyboardEvent, ReactElement, RefObject } from 'react'

export type LayerTriggerProps = {
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  popup: 'menu' | 'dialog'
  /** Fetches what will open; called as soon as the pointer or the focus comes near. */
  preload: () => void
  children: ReactElement
}

/**
 * Makes its child open a layer. Layers are loaded when they are first opened, so that a page's first load does not
 * include them.
 */
export function LayerTrigger({ anchor, open, onOpenChange, popup, preload, children }: LayerTriggerProps) {
  const keys = (event: KeyboardEvent) => {
    if (popup !== 'menu' || event.key !== 'ArrowDown' || open) return
    event.preventDefault()
    onOpenChange(true)
  }
  return (
    <Slot.Root
      ref={anchor}
      aria-haspopup={popup}
      aria-expanded={open}
      onPointerEnter={preload}
      onFocus={preload}
      onKeyDown={keys}
      onClick={() => onOpenChange(!open)}
    >
      {children}
    </Slot.Root>
  )
}
