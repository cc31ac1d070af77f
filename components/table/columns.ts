import type { ReactNode } from 'react'

export type ColumnMeta = {
  /** What the head and the column chooser say. */
  label: string
  /** Numbers stand at the right. */
  right?: boolean
  /** Second rank: written quieter. */
  quiet?: boolean
  /** Addresses, serials, ids. */
  mono?: boolean
  /** Field to sort by; without it the head is no button. */
  sort?: string
  /** Field of a CSV file, where it is not the one to sort by. */
  csv?: string
  /** The name of the row: cannot be hidden, stays first. */
  always?: boolean
  /** Only shown once it is chosen. */
  extra?: boolean
}

/**
 * A column of a resource table, in the shape of a TanStack column definition: `cell: ({ row }) => row.original.name`.
 * `size` is in px; the widths share what is left in this proportion. Keep the list at module level, or memoise it.
 * The library itself is left out: sorting, paging and filtering are the server's, so its 13 KB would draw cells only.
 */
export type Column<Row> = {
  id: string
  size?: number
  meta: ColumnMeta
  cell: (context: { row: { id: string; original: Row } }) => ReactNode
}

/** A number and the words after it would stand as close as two words of one cell. */
export const afterRight = (columns: readonly { meta: ColumnMeta }[], at: number) =>
  columns[at - 1]?.meta.right === true && columns[at]?.meta.right !== true
