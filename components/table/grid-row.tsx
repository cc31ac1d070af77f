'use client'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { afterRight } from './columns.ts'
import type { GridProps } from './table-grid.tsx'

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

/** One row: it opens by a click, its menu by the other button or its last cell. */
export function GridRow<Row>(props: RowProps<Row>) {
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
