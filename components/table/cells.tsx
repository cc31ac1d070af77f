'use client'
import type { ReactNode } from 'react'
import { Link } from '../ui/controls/link.tsx'
import type { Column } from './columns.ts'

/** Stands where there is nothing to say. */
export const quiet = <span className="text-fg-3">-</span>

/** The name of a row, leading to its page; the row itself is what the keyboard stops at. */
export function NameLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} tabIndex={-1} prefetch={false} className="truncate hover:underline hover:underline-offset-2">
      {children}
    </Link>
  )
}

/** What a column may have beside its label. */
export type Meta = Partial<Column<unknown>['meta']>

/** A column that shows one value, sorted by the field of the same name unless `meta` names another. */
export function plainColumn<Row>(
  id: string,
  label: string,
  size: number,
  value: (row: Row) => ReactNode,
  meta: Meta = {},
): Column<Row> {
  return {
    id,
    size,
    meta: { label, sort: id, ...meta },
    cell: ({ row }) => {
      const shown = value(row.original)
      return shown === '' || shown === null || shown === undefined || shown === false ? quiet : shown
    },
  }
}
