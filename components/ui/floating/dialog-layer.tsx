'use client'
import { Dialog } from 'radix-ui'
import { cn } from '../class-names.ts'
import type { DialogProps } from './dialog.tsx'
import { floatClass } from './float-class.ts'
import { useReturnFocus } from './return-focus.ts'

/** The floating half of a dialog; stands while it is rendered. */
export default function DialogLayer(props: Omit<DialogProps, 'open' | 'trigger'>) {
  const { onOpenChange, title, description, footer, footerNote, width = 'md', children } = props
  const back = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          {...(!description && { 'aria-describedby': undefined })}
          onCloseAutoFocus={back.onCloseAutoFocus}
          className={cn(
            floatClass,
            'fixed inset-x-0 top-[12vh] z-40 mx-auto flex max-h-[76vh] w-[calc(100vw-24px)] animate-dialog flex-col rounded-xl phone:top-3 phone:max-h-[calc(100dvh-24px)]',
            width === 'md' ? 'max-w-110' : 'max-w-160',
          )}
        >
          <div className="min-h-0 overflow-y-auto p-4 pb-3 [mask-image:linear-gradient(to_bottom,black_calc(100%-12px),transparent)]">
            <Dialog.Title className="text-14 font-semibold">{title}</Dialog.Title>
            {description ? (
              <Dialog.Description asChild>
                <div className="mt-1.5 text-fg-2">{description}</div>
              </Dialog.Description>
            ) : null}
            {children ? <div className="mt-2.5">{children}</div> : null}
          </div>
          {footer ? (
            <div className="flex flex-wrap items-center gap-2 px-4 pb-4 phone:border-t phone:border-line phone:pt-3">
              <span className="text-12 text-fg-3">{footerNote}</span>
              <span className="ml-auto flex gap-2">{footer}</span>
            </div>
          ) : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
