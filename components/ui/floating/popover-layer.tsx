'use client'
import { Popover } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { useReturnFocus } from './return-focus.ts'

export type PopoverLayerProps = {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  label?: string
  role?: 'dialog' | 'tooltip' | 'presentation'
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  offset?: number
  /** Moves the focus in, and back when it closes. */
  focus?: boolean
  arrow?: boolean
  onPointerEnter?: () => void
  onPointerLeave?: () => void
  className?: string
  children: ReactNode
}

/** The floating half of popovers, tooltips and typeaheads; stands while it is rendered. */
export default function PopoverLayer(props: PopoverLayerProps) {
  const { anchor, onClose, label, role = 'dialog', side = 'bottom', align = 'start', offset = 4, focus = false } = props
  const back = useReturnFocus(anchor)
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          role={role}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={offset}
          collisionPadding={8}
          className={props.className}
          onPointerEnter={props.onPointerEnter}
          onPointerLeave={props.onPointerLeave}
          onOpenAutoFocus={(event) => {
            if (!focus) return event.preventDefault()
            // Radix passes over links; where there is nothing but a link, that is what the person came for.
            const box = event.currentTarget as HTMLElement
            if (box.querySelector('input,textarea,button,select')) return
            event.preventDefault()
            box.querySelector<HTMLElement>('a')?.focus()
          }}
          onCloseAutoFocus={(event) => (focus ? back.onCloseAutoFocus(event) : event.preventDefault())}
          onInteractOutside={back.onInteractOutside}
        >
          {props.children}
          {props.arrow ? <Popover.Arrow className="fill-invert" width={10} height={5} /> : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
