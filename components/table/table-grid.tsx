'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '../ui/checkbox.tsx'
import { cn } from '../ui/class-names.ts'
import { MoreIcon } from '../ui/icons.tsx'
import type { Column, ColumnMeta } from './columns.ts'
import { type Cursor, press } from './keyboard.ts'
import type { Density } from './preferences.ts'
import { add, isChosen, type Selection, sightState, toggle, toggleSight } from './selection.ts'
import { SortHead } from './sort-head.tsx'
import { useRowHeight } from './use-row-height.ts'
import type { Sort } from './where.ts'

export type GridProps<Row> = {
  label: string
  /** Those shown, in order. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  /** Rows before the first one here, and all that match: read aloud as "row 41 of 846". */
  offset: number
  size: number
  density: Density
  sort: Sort
  onSort: (sort: Sort) => void
  selectable: boolean
  selection: Selection
  onSelection: (selection: Selection) => void
  onOpen?: ((row: Row, newTab: boolean) => void) | undefined
  /** Opens the row's menu at a point of the window. */
  onMenu?: ((row: Row, at: { x: number; y: number }) => void) | undefined
  onSearch: () => void
  body: RefObject<HTMLDivElement | null>
  busy: boolean
}

const density = {
  compact: '[--row:var(--row-h-compact)]',
  normal: '[--row:var(--row-h)]',
  roomy: '[--row:var(--row-h-roomy)]',
} satisfies Record<Density, string>

/** The rows: only those in sight are in the page, the head stays, one row at a time has the keyboard. */
export function TableGrid<Row>(props: GridProps<Row>) {
  const { columns, rows, rowId, offset, size, selectable, selection, onSelection, onMenu, body } = props
  const t = useTranslations('table')
  const [cursor, setCursor] = useState<Cursor>({ at: -1, anchor: -1 })
  const height = useRowHeight(body, props.density)
  const pressed = useRef(false)
  const ids = rows.map(rowId)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: () => height,
    overscan: 12,
    // The head covers the first row when one scrolls to it.
    scrollPaddingStart: 28,
  })

  const focusRow = (at: number) => {
    virtual.scrollToIndex(at)
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
        if (row) props.onOpen?.(row, effect.kind === 'openTab')
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
        props.onSearch()
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

  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const sight = sightState(selection, ids)
  const width = columns.reduce((sum, column) => sum + (column.size ?? 120), 0) + (selectable ? 26 : 0) + 36 + 24
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are walked by keyboard is a grid
      role="grid"
      aria-label={props.label}
      aria-rowcount={size + 1}
      aria-multiselectable={selectable}
      aria-busy={props.busy}
      onKeyDown={keys}
      style={{ minWidth: width }}
      className={cn('w-full table-fixed border-separate border-spacing-0', density[props.density])}
    >
      <colgroup>
        {selectable ? <col style={{ width: 50 }} /> : null}
        {columns.map((column) => (
          <col key={column.id} style={{ width: column.size ?? 120 }} />
        ))}
        <col style={{ width: 36 }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selectable ? (
            <th scope="col" className={cn(head, 'pr-0 pl-6')}>
              <Checkbox
                aria-label={t('selectPage')}
                checked={sight === 'all'}
                mixed={sight === 'some'}
                disabled={rows.length === 0}
                onChange={() => onSelection(toggleSight(selection, ids))}
              />
            </th>
          ) : null}
          {columns.map((column, at) => (
            <SortHead
              key={column.id}
              meta={column.meta}
              sort={props.sort}
              onSort={props.onSort}
              className={cn(head, !selectable && at === 0 && 'pl-6', afterRight(columns, at) && 'pl-3')}
            />
          ))}
          <th scope="col" className={cn(head, 'right-0 z-20 pr-0')}>
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {before > 0 ? <tr style={{ height: before }} /> : null}
        {items.map((item) => {
          const row = rows[item.index]
          const id = ids[item.index]
          return row !== undefined && id !== undefined ? (
            <GridRow
              key={id}
              {...props}
              row={row}
              id={id}
              at={item.index}
              index={offset + item.index + 2}
              chosen={isChosen(selection, id)}
              current={cursor.at === item.index || (cursor.at < 0 && item.index === 0)}
              onFocus={() => {
                if (!pressed.current) setCursor({ at: item.index, anchor: item.index })
                pressed.current = false
              }}
              onPointerDown={() => {
                pressed.current = true
              }}
              onTick={(shift) => tick(item.index, shift)}
            />
          ) : null
        })}
        {after > 0 ? <tr style={{ height: after }} /> : null}
      </tbody>
    </table>
  )
}

/** A number and the words after it would stand as close as two words of one cell. */
const afterRight = (columns: readonly { meta: ColumnMeta }[], at: number) =>
  columns[at - 1]?.meta.right === true && columns[at]?.meta.right !== true

const head =
  'sticky top-0 z-10 h-7 border-b border-line bg-subtle pr-3 text-left text-12 font-medium whitespace-nowrap text-fg-3'

type RowProps<Row> = Pick<GridProps<Row>, 'columns' | 'selectable' | 'onOpen' | 'onMenu' | 'rowName'> & {
  row: Row
  id: string
  at: number
  index: number
  chosen: boolean
  current: boolean
  onFocus: () => void
  onPointerDown: () => void
  onTick: (shift: boolean) => void
}

function GridRow<Row>(props: RowProps<Row>) {
  const {
    columns,
    row,
    id,
    at,
    index,
    chosen,
    current,
    selectable,
    onOpen,
    onMenu,
    rowName,
    onFocus,
    onPointerDown,
    onTick,
  } = props
  const t = useTranslations('table')
  const name = rowName(row)
  const click = (event: MouseEvent<HTMLElement>) => {
    // A click on a control is for it; one that ends a marking of text is for the text.
    if (event.target instanceof Element && event.target.closest('a,button,input,label')) return
    if (window.getSelection()?.toString()) return
    onOpen?.(row, event.ctrlKey || event.metaKey)
  }
  const menu = (event: MouseEvent) => {
    if (!onMenu || window.getSelection()?.toString()) return
    event.preventDefault()
    onMenu(row, { x: event.clientX, y: event.clientY })
  }
  const cell = cn(
    'h-(--row) overflow-hidden border-b border-line pr-3 text-ellipsis whitespace-nowrap',
    chosen ? 'bg-accent-tint' : 'group-hover/row:bg-hover',
  )
  return (
    <tr
      data-row={at}
      tabIndex={current ? 0 : -1}
      aria-rowindex={index}
      aria-selected={selectable ? chosen : undefined}
      onFocus={onFocus}
      onPointerDown={onPointerDown}
      onClick={click}
      onContextMenu={menu}
      className="group/row -outline-offset-2 focus-visible:rounded-sm"
    >
      {selectable ? (
        <td className={cn(cell, 'pr-0 pl-6')}>
          <Checkbox
            tabIndex={-1}
            aria-label={t('selectRow', { name })}
            checked={chosen}
            onChange={() => {}}
            onClick={(event) => onTick(event.shiftKey)}
          />
        </td>
      ) : null}
      {columns.map((column, place) => {
        const { meta } = column
        return (
          <td
            key={column.id}
            className={cn(
              cell,
              meta.right && 'num text-right',
              meta.quiet && 'text-fg-2',
              meta.mono && 'mono',
              meta.always && 'font-medium',
              !selectable && place === 0 && 'pl-6',
              afterRight(columns, place) && 'pl-3',
            )}
          >
            {column.cell({ row: { id, original: row } })}
          </td>
        )
      })}
      <td className={cn(cell, 'sticky right-0 pr-2 text-right', !chosen && 'bg-bg')}>
        {onMenu ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('rowActions', { name })}
            aria-haspopup="menu"
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect()
              onMenu(row, { x: box.left, y: box.bottom })
            }}
            className="inline-flex size-6 items-center justify-center rounded-sm text-fg-3 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 hover:bg-press hover:text-fg coarse:opacity-100"
          >
            <MoreIcon />
          </button>
        ) : null}
      </td>
    </tr>
  )
}
