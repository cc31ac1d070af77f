'use client'
import { DropdownMenu, ContextMenu as RadixContext } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cn } from './class-names.ts'
import { MenuBody } from './menu-body.tsx'
import type { MenuEntry } from './menu-entries.ts'
import { floatClass } from './popover.tsx'
import { ActionSheet } from './sheet.tsx'
import { useIsPhone } from './use-media.ts'

const menuClass = cn(
  floatClass,
  'z-50 max-h-(--radix-popper-available-height) min-w-50 animate-pop overflow-y-auto p-1',
)

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
export function Menu(props: MenuProps) {
  const { trigger, entries, label, align = 'end', side = 'bottom', header } = props
  const isPhone = useIsPhone()
  const [sheet, setSheet] = useState(false)
  if (isPhone)
    return <ActionSheet open={sheet} onOpenChange={setSheet} title={label} entries={entries} trigger={trigger} />
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={menuClass}
        >
          {header}
          <MenuBody entries={entries} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The same entries under the right mouse button or a long press of what it wraps. */
export function ContextMenu({
  entries,
  label,
  children,
}: {
  entries: readonly MenuEntry[]
  label: string
  children: ReactElement
}) {
  return (
    <RadixContext.Root modal={false}>
      <RadixContext.Trigger asChild>{children}</RadixContext.Trigger>
      <RadixContext.Portal>
        <RadixContext.Content aria-label={label} collisionPadding={8} className={menuClass}>
          <MenuBody entries={entries} parts={RadixContext} />
        </RadixContext.Content>
      </RadixContext.Portal>
    </RadixContext.Root>
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
  const change = (open: boolean) => {
    if (!open) onClose()
  }
  if (isPhone) return <ActionSheet open={at !== null} onOpenChange={change} title={label} entries={entries} />
  if (!at) return null
  return (
    <DropdownMenu.Root open onOpenChange={change} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none fixed size-0" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className={menuClass}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <MenuBody entries={entries} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
