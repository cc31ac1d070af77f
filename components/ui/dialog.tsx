'use client'
import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './class-names.ts'
import { floatClass } from './popover.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  trigger?: ReactElement
  /** Buttons, right aligned; `footerNote` stands left of them. */
  footer?: ReactNode
  footerNote?: ReactNode
  /** 440 px for a question, 640 for a form. */
  width?: 'md' | 'lg'
  children?: ReactNode
}

/** A question that must be answered before anything else. Esc and the scrim close it. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, trigger, footer, footerNote, width = 'md', children } = props
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          className={cn(
            floatClass,
            'fixed top-[12vh] left-1/2 z-40 flex max-h-[76vh] w-[calc(100vw-24px)] -translate-x-1/2 animate-dialog flex-col rounded-xl',
            width === 'md' ? 'max-w-110' : 'max-w-160',
          )}
        >
          <div className="min-h-0 overflow-y-auto p-4 pb-3">
            <Radix.Title className="text-14 font-semibold">{title}</Radix.Title>
            {description ? (
              <Radix.Description asChild>
                <div className="mt-1.5 text-fg-2">{description}</div>
              </Radix.Description>
            ) : null}
            {children ? <div className="mt-2.5">{children}</div> : null}
          </div>
          {footer ? (
            <div className="flex flex-wrap items-center gap-2 px-4 pb-4">
              <span className="text-12 text-fg-3">{footerNote}</span>
              <span className="ml-auto flex gap-2">{footer}</span>
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Closes the dialog around it. */
export const DialogClose = Radix.Close
