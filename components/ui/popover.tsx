'use client'
import { Popover as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from './class-names.ts'

/** Ground of everything that floats: also menus, toasts and the palette stand on it. */
export const floatClass =
  'rounded-lg border border-line-strong bg-raised text-fg shadow-pop outline-none [--bg-hover:var(--bg-hover-raised)]'

export type PopoverProps = {
  trigger: ReactElement
  children: ReactNode
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: ComponentProps<typeof Radix.Content>['side']
  align?: ComponentProps<typeof Radix.Content>['align']
  className?: string
}

/** Something small to set or read beside its trigger; the focus moves in and comes back. */
export function Popover(props: PopoverProps) {
  const { trigger, children, label, open, onOpenChange, side = 'bottom', align = 'start', className } = props
  return (
    <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            floatClass,
            'z-40 max-h-(--radix-popover-content-available-height) animate-pop overflow-y-auto',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Closes the popover around it. */
export const PopoverClose = Radix.Close
