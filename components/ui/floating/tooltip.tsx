'use client'
import { Slot } from 'radix-ui'
import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { tipClass } from './float-class.ts'

const PopoverLayer = lazy(() => import('./popover-layer.tsx'))

const delay = 400
// After one tooltip the next comes at once: the person is reading signs.
let closedAt = 0

/** Opens after a moment of hover or keyboard focus; shared by tooltips and by reasons. */
export function useHover(wait = delay) {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const dismissed = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (next: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), ms)
  }
  const show = () => later(true, Date.now() - closedAt < 300 ? 0 : wait)
  const hide = (ms = 0) => {
    if (open) closedAt = Date.now()
    later(false, ms)
  }
  return {
    open,
    setOpen,
    keep: () => clearTimeout(timer.current),
    dismiss: () => {
      dismissed.current = performance.now()
      hide()
    },
    hide,
    handlers: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') show()
      },
      onPointerLeave: () => hide(120),
      onFocus: (event: FocusEvent) => {
        // The focus that comes back after Esc must not open again what Esc has just closed.
        if (event.timeStamp - dismissed.current < 300) return
        if (event.currentTarget.matches(':focus-visible')) show()
      },
      onBlur: () => hide(),
    },
  }
}

/** A word for a sign, or a shortcut. `children` is one focusable element. What a person must read belongs on the page. */
export function Tooltip(props: {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}) {
  const anchor = useRef<HTMLElement>(null)
  const hover = useHover()
  return (
    <>
      <Slot.Root ref={anchor} {...hover.handlers} onPointerDown={() => hover.hide()} onClick={() => hover.hide()}>
        {props.children}
      </Slot.Root>
      {hover.open ? (
        <Suspense>
          <PopoverLayer
            role="tooltip"
            anchor={anchor}
            onClose={hover.dismiss}
            side={props.side ?? 'bottom'}
            align="center"
            offset={6}
            className={tipClass}
            onPointerEnter={hover.keep}
            onPointerLeave={() => hover.hide()}
          >
            {props.text}
          </PopoverLayer>
        </Suspense>
      ) : null}
    </>
  )
}
