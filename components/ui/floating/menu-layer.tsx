'use client'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, type RefObject, useState } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '../class-names.ts'
import { floatClass } from './float-class.ts'
import { MenuBody } from './menu-body.tsx'
import type { MenuEntry } from './menu-entries.ts'
import { useReturnFocus } from './return-focus.ts'

export type MenuLayerProps = {
  /** The button it drops from, or a point of the window. */
  from: RefObject<HTMLElement | null> | { x: number; y: number }
  onClose: () => void
  entries: readonly MenuEntry[]
  label: string
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  header?: ReactNode
}

/** The floating half of a menu; stands while it is rendered. */
export default function MenuLayer({
  from,
  onClose,
  entries,
  label,
  align = 'start',
  side = 'bottom',
  header,
}: MenuLayerProps) {
  const anchor = 'current' in from ? from : undefined
  const back = useReturnFocus(anchor)
  // Taken once: a menu closes before the page under it moves.
  const [place] = useState(() => {
    if (!('current' in from)) return { left: from.x, top: from.y, width: 0, height: 0 }
    const box = from.current?.getBoundingClientRect()
    return { left: box?.left ?? 0, top: box?.top ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 }
  })
  return createPortal(
    <DropdownMenu.Root open onOpenChange={(open) => (open ? undefined : onClose())} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none fixed" style={place} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            floatClass,
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-50 animate-pop overflow-y-auto p-1',
          )}
          onCloseAutoFocus={back.onCloseAutoFocus}
          onInteractOutside={back.onInteractOutside}
        >
          {header}
          <MenuBody entries={entries} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    document.body,
  )
}
