'use client'
import type { ReactNode } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Button } from './button.tsx'
import { floatClass } from './popover.tsx'
import { type StateKind, StateMark } from './state-mark.tsx'

export type ToastProps = {
  kind?: StateKind
  title: ReactNode
  detail?: ReactNode
  action?: { label: string; onSelect: () => void }
}

/** Put once at the root. */
export function Toaster({ label }: { label: string }) {
  return (
    <Sonner
      position="bottom-right"
      gap={8}
      containerAriaLabel={label}
      toastOptions={{ unstyled: true, className: 'w-(--width)' }}
    />
  )
}

/**
 * Only for what the person started and the page does not already show, with a way back. A fault stays until it is
 * closed; the rest goes after 6 s.
 */
export function toast({ kind = 'ok', title, detail, action }: ToastProps): void {
  sonner.custom(
    (id) => (
      <div className={`${floatClass} flex items-start gap-2.5 px-3 py-2.5`}>
        <StateMark kind={kind} className="mt-0.5 size-4" />
        <div className="min-w-0 flex-1">
          <div className="font-medium">{title}</div>
          {detail ? <div className="text-12 text-fg-3">{detail}</div> : null}
        </div>
        {action ? (
          <Button
            size="sm"
            kind="quiet"
            onClick={() => {
              sonner.dismiss(id)
              action.onSelect()
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </div>
    ),
    { duration: kind === 'fault' ? Number.POSITIVE_INFINITY : 6000 },
  )
}
