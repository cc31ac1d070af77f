import type { ReactNode } from 'react'

/** One line of a menu. The same list serves row, page header, bulk bar, context menu and sheet. */
export type MenuItem = {
  label: string
  icon?: ReactNode
  /** A second, quiet line: what will happen. */
  hint?: string
  shortcut?: string
  danger?: boolean
  /** Set for a choice among several: shows the tick. */
  checked?: boolean
  /** Off, and why; still reachable by keyboard. */
  disabledReason?: string
  /** Where the reason can be mended. */
  fix?: { label: string; href: string }
  href?: string
  onSelect?: () => void
}

export type MenuEntry = MenuItem | { kind: 'line' } | { kind: 'heading'; label: string }

export const isItem = (entry: MenuEntry): entry is MenuItem => !('kind' in entry)
