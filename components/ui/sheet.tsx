'use client'
import Link from 'next/link'
import { Dialog } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { isItem, type MenuEntry, type MenuItem } from './menu-entries.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Beside the title: the state of the thing. */
  aside?: ReactNode
  trigger?: ReactElement
  children: ReactNode
}

/** Rises from the lower edge of a telephone. */
export function Sheet({ open, onOpenChange, title, aside, trigger, children }: SheetProps) {
  const t = useTranslations('ui')
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Dialog.Trigger asChild>{trigger}</Dialog.Trigger> : null}
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
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

/** A menu as a sheet: every entry 48 px high, the reason or the effect in a second line. */
export function ActionSheet(props: Omit<SheetProps, 'children'> & { entries: readonly MenuEntry[] }) {
  const { entries, ...sheet } = props
  return (
    <Sheet {...sheet}>
      {entries.map((entry, at) => {
        if (isItem(entry)) return <SheetItem key={entry.label} item={entry} close={() => sheet.onOpenChange(false)} />
        const key = `${entry.kind}-${at}`
        if (entry.kind === 'line') return <hr key={key} className="mx-3 my-1 border-line" />
        return (
          <div key={key} className="px-3 pt-3 pb-1 text-11 font-medium text-fg-3">
            {entry.label}
          </div>
        )
      })}
    </Sheet>
  )
}

function SheetItem({ item, close }: { item: MenuItem; close: () => void }) {
  const look = cn(
    'flex min-h-12 w-full items-center gap-3 rounded-md px-3 py-1 text-left active:bg-hover',
    item.danger && 'text-fault-fg',
    item.disabledReason && 'text-fg-3',
  )
  const content = (
    <>
      {item.icon ? <span className={cn('flex', !item.danger && 'text-fg-3')}>{item.icon}</span> : null}
      <span className="min-w-0">
        {item.label}
        <span className="block text-12 text-fg-3">{item.disabledReason ?? item.hint}</span>
      </span>
    </>
  )
  if (item.disabledReason) {
    return (
      <div className="flex items-center">
        <button type="button" aria-disabled="true" className={look}>
          {content}
        </button>
        {item.fix ? (
          <Link href={item.fix.href} onClick={close} className="flex-none px-3 text-12 text-accent-text">
            {item.fix.label}
          </Link>
        ) : null}
      </div>
    )
  }
  if (item.href) {
    return (
      <Link href={item.href} onClick={close} className={look}>
        {content}
      </Link>
    )
  }
  const run = () => {
    close()
    item.onSelect?.()
  }
  return (
    <button type="button" onClick={run} className={look}>
      {content}
    </button>
  )
}
