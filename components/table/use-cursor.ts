import { type KeyboardEvent, useState } from 'react'
import { type Cursor, press } from './keyboard.ts'
import { add, toggle } from './selection.ts'
import type { GridProps } from './table-grid.tsx'

type Rows<Row> = Pick<
  GridProps<Row>,
  'rows' | 'selectable' | 'selection' | 'onSelection' | 'onOpen' | 'onMenu' | 'onSearch' | 'body'
>

/**
 * Which row has the keyboard, and what keys and ticks do.
 * @param height of a row, pixels
 * @param scrollTo brings a row into sight
 */
export function useCursor<Row>(
  { rows, selectable, selection, onSelection, onOpen, onMenu, onSearch, body }: Rows<Row>,
  ids: readonly string[],
  height: number,
  scrollTo: (at: number) => void,
) {
  const [cursor, setCursor] = useState<Cursor>({ at: -1, anchor: -1 })

  const focusRow = (at: number) => {
    scrollTo(at)
    // The row may only now come into the page.
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus({ preventScroll: true }),
    )
  }
  const menuAtRow = (at: number, row: Row) => {
    const box = body.current?.querySelector(`[data-row="${at}"]`)?.getBoundingClientRect()
    if (box) onMenu?.(row, { x: box.left + 48, y: box.bottom - 4 })
  }
  const keys = (event: KeyboardEvent) => {
    // Keys inside a control of a row (menu button, link) belong to it; the arrows still walk.
    const inside = event.target instanceof Element && event.target.closest('a,button,input')
    if (inside && (event.key === 'Enter' || event.key === ' ')) return
    const sight = Math.floor((body.current?.clientHeight ?? 0) / height)
    const effect = press(
      cursor,
      { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey },
      rows.length,
      sight,
    )
    if (effect.kind === 'none') return
    const row = 'at' in effect ? rows[effect.at] : undefined
    const id = 'at' in effect ? ids[effect.at] : undefined
    switch (effect.kind) {
      case 'move':
      case 'range':
        setCursor(effect.cursor)
        focusRow(effect.cursor.at)
        if (effect.kind === 'range' && selectable) onSelection(add(selection, ids.slice(effect.from, effect.to + 1)))
        break
      case 'toggle':
        if (selectable && id !== undefined) onSelection(toggle(selection, id, ids))
        break
      case 'open':
      case 'openTab':
        if (row) onOpen?.(row, effect.kind === 'openTab')
        break
      case 'menu':
        if (row) menuAtRow(effect.at, row)
        break
      case 'all':
        if (selectable) onSelection(add(selection, ids))
        break
      case 'clear':
        onSelection({ all: false, ids: [] })
        break
      case 'search':
        onSearch()
    }
    event.preventDefault()
  }
  const tick = (at: number, shift: boolean) => {
    const id = ids[at]
    if (id === undefined) return
    const from = Math.min(cursor.anchor, at)
    if (shift && cursor.anchor >= 0) onSelection(add(selection, ids.slice(from, Math.max(cursor.anchor, at) + 1)))
    else onSelection(toggle(selection, id, ids))
    setCursor({ at, anchor: at })
  }
  return { cursor, walkTo: (at: number) => setCursor({ at, anchor: at }), keys, tick }
}
