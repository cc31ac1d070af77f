'use client'
import { Popover } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { tipClass } from './tooltip.tsx'

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
  const [open, setOpen] = useState(false)
  const pinned = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])

  const later = (next: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (next || !pinned.current) setOpen(next)
    }, ms)
  }
  const change = (next: boolean) => {
    clearTimeout(timer.current)
    pinned.current = next
    setOpen(next)
  }

  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger
        asChild
        onPointerEnter={() => later(true, 250)}
        onPointerLeave={() => later(false, 150)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && later(true, 0)}
        onBlur={() => later(false, 0)}
        onClick={(event) => {
          event.preventDefault()
          change(true)
        }}
      >
        {children(id)}
      </Popover.Trigger>
      <span id={id} hidden>
        {reason.text} {reason.detail}
      </span>
      <Popover.Portal>
        <Popover.Content
          side="bottom"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={tipClass}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => later(false, 150)}
          onOpenAutoFocus={(event) => {
            if (!pinned.current || !reason.fix) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            if (!pinned.current) event.preventDefault()
          }}
        >
          <div className="font-semibold">{reason.text}</div>
          {reason.detail ? <div className="quiet">{reason.detail}</div> : null}
          {reason.fix ? <div className="underline underline-offset-2">{reason.fix}</div> : null}
          <Popover.Arrow className="fill-invert" width={10} height={5} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
