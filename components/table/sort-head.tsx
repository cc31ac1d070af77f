'use client'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { cn } from '../ui/class-names.ts'
import type { ColumnMeta } from './columns.ts'
import type { Sort } from './where.ts'

export type SortHeadProps = {
  meta: ColumnMeta
  sort: Sort
  onSort: (sort: Sort) => void
  className?: string
}

/** Head of a column; a button when the list can be sorted by it. */
export function SortHead({ meta, sort, onSort, className }: SortHeadProps) {
  const field = meta.sort
  const active = field !== undefined && sort.field === field
  const Arrow = sort.desc ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={active ? (sort.desc ? 'descending' : 'ascending') : undefined}
      className={cn(className, meta.right && 'text-right')}
    >
      {field === undefined ? (
        meta.label
      ) : (
        <button
          type="button"
          onClick={() => onSort({ field, desc: active && !sort.desc })}
          className={cn(
            // The arrow stands in the space between columns: it neither moves nor cuts the heading.
            'relative inline-flex h-4 max-w-full items-center rounded-xs align-middle leading-4 hover:text-fg',
          )}
        >
          <span className="truncate">{meta.label}</span>
          {active ? (
            <Arrow className={cn('absolute size-3', meta.right ? 'right-full mr-px' : 'left-full ml-0.5')} />
          ) : null}
        </button>
      )}
    </th>
  )
}
