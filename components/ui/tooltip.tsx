'use client'
import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

export const tipClass =
  'z-50 max-w-70 animate-pop rounded-md bg-invert px-2.5 py-1.5 text-12 text-fg-invert shadow-pop [&_.quiet]:text-fg-invert-2'

/** Put once around the app: tooltips share one delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={400}>{children}</Radix.Provider>
}

/** A word for a sign, or a shortcut. `children` is one focusable element. What a person must read belongs on the page. */
export function Tooltip(props: {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{props.children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={props.side ?? 'bottom'} sideOffset={6} collisionPadding={8} className={tipClass}>
          {props.text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
