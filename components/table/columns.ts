import type { ColumnDef, RowData } from '@tanstack/react-table'

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
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
    /** The name of the row: cannot be hidden, stays first. */
    always?: boolean
    /** Only shown once it is chosen. */
    extra?: boolean
  }
}

/**
 * A column of a resource table: a TanStack definition with `id`, `cell`, `size` (px; the widths share what is left in
 * this proportion) and `meta`. Keep the list at module level, or memoise it: it decides what is drawn again.
 */
export type Column<Row> = ColumnDef<Row> & { id: string; meta: NonNullable<ColumnDef<Row>['meta']> }
