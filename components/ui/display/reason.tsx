'use client'
import { Slot } from 'radix-ui'
import { lazy, type MouseEvent, type ReactElement, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { tipClass } from '../floating/float-class.ts'
import { useHover } from '../floating/tooltip.tsx'

const PopoverLayer = lazy(() => import('../floating/popover-layer.tsx'))

/** Why an action is not allowed, and the way to mend it. */
export type DisabledReason = { text: ReactNode; detail?: ReactNode; fix?: ReactNode }

/** A plain sentence is the commonest reason. */
export const toReason = (reason: string | DisabledReason): DisabledReason =>
  typeof reason === 'string' ? { text: reason } : reason

/**
 * Wraps a control that is off but stays focusable. Hover and keyboard focus show the reason; pressing the control pins
 * it and moves the focus to the link in it, so that the way out is reachable without a mouse.
 */
export function Reason({
  reason,
  children,
}: {
  reason: DisabledReason
  children: (describedBy: string) => ReactElement
}) {
  const anchor = useRef<HTMLElement>(null)
  const hover = useHover(250)
  const [pinned, setPinned] = useState(false)
  const id = useId()
  const close = () => {
    setPinned(false)
    hover.dismiss()
  }
  const press = (event: MouseEvent) => {
    event.preventDefault()
    hover.keep()
    setPinned(true)
  }
  return (
    <>
      <Slot.Root ref={anchor} {...hover.handlers} onClick={press}>
        {children(id)}
      </Slot.Root>
      <span id={id} hidden>
        {reason.text} {reason.detail}
      </span>
      {hover.open || pinned ? (
        <Suspense>
          <PopoverLayer
            // Built anew when it is pinned, so that the focus goes in.
            key={pinned ? 'pinned' : 'hover'}
            role={pinned ? 'dialog' : 'tooltip'}
            focus={pinned && Boolean(reason.fix)}
            anchor={anchor}
            onClose={close}
            align="end"
            offset={6}
            arrow
            className={tipClass}
            onPointerEnter={hover.keep}
            onPointerLeave={() => hover.hide(150)}
          >
            <div className="font-semibold">{reason.text}</div>
            {reason.detail ? <div className="quiet">{reason.detail}</div> : null}
            {reason.fix ? <div className="underline underline-offset-2">{reason.fix}</div> : null}
          </PopoverLayer>
        </Suspense>
      ) : null}
    </>
  )
}
