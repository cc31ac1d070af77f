'use client'
import Check from 'lucide-react/icons/check'
import { lazy, type ReactElement, type ReactNode, Suspense, useRef } from 'react'
import { cn } from '../class-names.ts'
import { Link } from '../controls/link.tsx'
import { LayerTrigger } from './layer-trigger.tsx'
import { isItem, type MenuEntry, type MenuItem } from './menu-entries.ts'

const load = () => import('./sheet-layer.tsx')
const SheetLayer = lazy(load)

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
export function Sheet({ trigger, ...props }: SheetProps) {
  const anchor = useRef<HTMLElement>(null)
  return (
    <>
      {trigger ? (
        <LayerTrigger anchor={anchor} open={props.open} onOpenChange={props.onOpenChange} popup="dialog" preload={load}>
          {trigger}
        </LayerTrigger>
      ) : null}
      {props.open ? (
        <Suspense>
          <SheetLayer {...props} />
        </Suspense>
      ) : null}
    </>
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
      {item.checked ? <Check className="ml-auto text-accent-text" /> : null}
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
    <button type="button" onClick={run} aria-pressed={item.checked} className={look}>
      {content}
    </button>
  )
}
