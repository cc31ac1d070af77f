'use client'
import { Dialog } from 'radix-ui'
import { useTranslations } from 'use-intl'
import { Button } from '../controls/button.tsx'
import { useReturnFocus } from './return-focus.ts'
import type { SheetProps } from './sheet.tsx'

/** The floating half of a sheet; stands while it is rendered. */
export default function SheetLayer({ onOpenChange, title, aside, children }: Omit<SheetProps, 'open' | 'trigger'>) {
  const t = useTranslations('ui')
  const back = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={back.onCloseAutoFocus}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[85dvh] animate-sheet overflow-y-auto rounded-t-xl border-t border-line-strong bg-raised px-2 pt-2 pb-6 outline-none"
        >
          <div className="mx-auto mb-2 h-1 w-9 rounded-xs bg-line-strong" />
          <div className="flex items-center gap-2 px-3 pb-2">
            <Dialog.Title className="text-14 font-semibold">{title}</Dialog.Title>
            <span className="ml-auto">{aside}</span>
          </div>
          {children}
          <div className="px-3 pt-2">
            <Dialog.Close asChild>
              <Button className="w-full">{t('close')}</Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
