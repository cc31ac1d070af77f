'use client'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { afterRight } from './columns.ts'
import { sightState, toggleSight } from './selection.ts'
import { SortHead } from './sort-head.tsx'
import type { GridProps } from './table-grid.tsx'

const head =
  'sticky top-0 z-10 h-7 border-b border-line bg-subtle pr-3 text-left text-12 font-medium whitespace-nowrap text-fg-3'

type HeadProps<Row> = Pick<
  GridProps<Row>,
  'columns' | 'rows' | 'sort' | 'onSort' | 'selectable' | 'selection' | 'onSelection'
> & {
  /** Of the rows here. */
  ids: readonly string[]
}

/** Widths and names of the columns; a click on a name sorts, one on the box chooses all rows here. */
export function GridHead<Row>(props: HeadProps<Row>) {
  const { columns, rows, sort, onSort, selectable, selection, onSelection, ids } = props
  const t = useTranslations('table')
  const sight = sightState(selection, ids)
  return (
    <>
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
              sort={sort}
              onSort={onSort}
              className={cn(head, !selectable && at === 0 && 'pl-6', afterRight(columns, at) && 'pl-3')}
            />
          ))}
          <th scope="col" className={cn(head, 'right-0 z-20 pr-0')}>
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
    </>
  )
}
