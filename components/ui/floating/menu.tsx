'use client'
import { lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react'
import { useIsPhone } from '../use-media.ts'
import { LayerTrigger } from './layer-trigger.tsx'
import type { MenuEntry } from './menu-entries.ts'
import { ActionSheet } from './sheet.tsx'

const load = () => import('./menu-layer.tsx')
const MenuLayer = lazy(load)

export type MenuProps = {
  trigger: ReactElement
  entries: readonly MenuEntry[]
  /** Name of the menu; on a telephone the title of the sheet. */
  label: string
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  header?: ReactNode
}

/** A menu that drops from its trigger; on a telephone the same entries rise as a sheet. */
export function Menu({ trigger, entries, label, align = 'end', side = 'bottom', header }: MenuProps) {
  const isPhone = useIsPhone()
  const anchor = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  if (isPhone)
    return <ActionSheet open={open} onOpenChange={setOpen} title={label} entries={entries} trigger={trigger} />
  return (
    <>
      <LayerTrigger anchor={anchor} open={open} onOpenChange={setOpen} popup="menu" preload={load}>
        {trigger}
      </LayerTrigger>
      {open ? (
        <Suspense>
          <MenuLayer
            from={anchor}
            onClose={() => setOpen(false)}
            entries={entries}
            label={label}
            align={align}
            side={side}
            header={header}
          />
        </Suspense>
      ) : null}
    </>
  )
}

export type PointMenuProps = {
  /** Where it opens, in the window; null while it is closed. */
  at: { x: number; y: number } | null
  onClose: () => void
  entries: readonly MenuEntry[]
  label: string
}

/** One menu for many rows: it opens where the person pointed, or at the row the keyboard stands on. */
export function PointMenu({ at, onClose, entries, label }: PointMenuProps) {
  const isPhone = useIsPhone()
  if (isPhone) {
    return (
      <ActionSheet
        open={at !== null}
        onOpenChange={(open) => (open ? undefined : onClose())}
        title={label}
        entries={entries}
      />
    )
  }
  if (!at) return null
  return (
    <Suspense>
      <MenuLayer key={`${at.x} ${at.y}`} from={at} onClose={onClose} entries={entries} label={label} />
    </Suspense>
  )
}
