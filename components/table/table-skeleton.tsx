'use client'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import type { Column } from './columns.ts'

const widths = ['72%', '54%', '86%', '62%', '45%', '78%']

/** The table before its first rows: the same head and columns, grey bars for what comes. Appears after 300 ms. */
export function TableSkeleton({ columns, label }: { columns: readonly Column<never>[]; label: string }) {
  return (
    <div role="status" aria-label={label} className="animate-late">
      <div
        aria-hidden="true"
        className="flex h-7 items-center border-b phone:hidden border-line bg-subtle px-6 text-12 font-medium text-fg-3"
      >
        <span className="w-[26px] flex-none" />
        {columns.map((column) => (
          <Cell key={column.id} column={column}>
            <span className="truncate">{column.meta.label}</span>
          </Cell>
        ))}
      </div>
      {Array.from({ length: 12 }, (_, row) => (
        <div
          // The rows are all alike; their place is their identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: static list
          key={row}
          aria-hidden="true"
          className="flex h-(--row-h) items-center border-b border-line px-6 phone:h-14 phone:px-4"
        >
          <span className="contents phone:hidden">
            <span className="w-[26px] flex-none">
              <Skeleton className="size-3.5 rounded-[3px]" />
            </span>
            {columns.map((column, at) => (
              <Cell key={column.id} column={column}>
                <Skeleton width={widths[(row + at * 2) % widths.length]} />
              </Cell>
            ))}
          </span>
          {/* As the list of a telephone: name, and the facts below it. */}
          <span className="hidden w-1/2 flex-col gap-2 phone:flex">
            <Skeleton width={widths[row % widths.length]} />
            <Skeleton width={widths[(row + 3) % widths.length]} />
          </span>
        </div>
      ))}
    </div>
  )
}

function Cell({ column, children }: { column: Column<never>; children: React.ReactNode }) {
  return (
    <span
      className={column.meta.right ? 'flex min-w-0 justify-end pr-3' : 'flex min-w-0 items-center pr-3'}
      style={{ flex: `${column.size ?? 120} 1 0` }}
    >
      {children}
    </span>
  )
}
