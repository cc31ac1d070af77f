import type { ReactNode } from 'react'
import type { IconComponent } from '../ui/display/icons.tsx'
import type { NavGroup } from './nav.ts'

export type PaletteItem = {
  id: string
  icon: IconComponent
  title: string
  /** Quiet, beside the title: what kind of thing, where. */
  detail?: string
  /** At the right end: state, number. */
  aside?: ReactNode
  /** Keys that do the same on the object's page. */
  keys?: readonly string[]
  /** Not now, and why. */
  disabledReason?: string
  fix?: { label: string; href: string }
} & ({ href: string; run?: never } | { run: () => void; href?: never })

/** What a palette is given by the frame; it stays mounted once it was open. */
export type PaletteSlot = { nav: readonly NavGroup[]; open: boolean; onClose: () => void }

export type PaletteKind = 'objects' | 'actions' | 'pages'

export type PaletteGroup = { kind: PaletteKind; heading: string; items: readonly PaletteItem[] }

/** Asks the server; gives up when the signal says so. `found` counts all matches. */
export type PaletteSearch = (
  query: string,
  signal: AbortSignal,
) => Promise<{ groups: readonly PaletteGroup[]; found: number }>
