'use client'
import Palette from '../frame/palette.tsx'
import type { PaletteSlot } from '../frame/palette-types.ts'
import { useObjectSearch } from './use-object-search.ts'

/** The palette of the panel. Dialogs of its actions stay when it closes. Loaded when it is first opened. */
export default function PanelPalette({ nav, open, onClose }: PaletteSlot) {
  const { search, dialogs } = useObjectSearch()
  return (
    <>
      {open ? <Palette nav={nav} search={search} onClose={onClose} /> : null}
      {...dialogs}
    </>
  )
}
