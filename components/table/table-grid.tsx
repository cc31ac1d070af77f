'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'
import { cn } from '../ui/class-names.ts'
import type { Column } from './columns.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import type { Density } from './preferences.ts'
import { isChosen, type Selection } from './selection.ts'
import { useCursor } from './use-cursor.ts'
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
  const { columns, rows, rowId, offset, size, selectable, selection, body } = props
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
  const { cursor, walkTo, keys, tick } = useCursor(props, ids, height, (at) => virtual.scrollToIndex(at))

  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
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
      <GridHead {...props} ids={ids} />
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
                if (!pressed.current) walkTo(item.index)
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
