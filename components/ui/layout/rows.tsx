'use client'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { Table, TableHead, Td, Th, Tr } from './table.tsx'

/** A column of a small table: its head and what stands below it. */
export type RowsColumn<Row> = {
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** For numbers. */
  right?: boolean
  /** Of the second rank. */
  quiet?: boolean
  /** What the row is called. */
  name?: boolean
  /** A telephone has no room for it. */
  wide?: boolean
  className?: string
}

type Key = string | number
/** Rows without an id have to say what tells them apart. */
type Keyed<Row> = Row extends { id: Key } ? unknown : { rowKey: unknown }

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** The id by default. */
  rowKey?: (row: Row) => Key
  columns: readonly (RowsColumn<Row> | false)[]
  compact?: boolean
  className?: string
}

/** A small table inside a page, by its columns; what is falsy is left out. */
export function Rows<Row>(props: Props<Row> & Keyed<Row>) {
  const { rows, rowKey = (row: Row) => (row as { id: Key }).id, columns, ...table } = props
  const shown = columns.filter((column) => column !== false)
  const look = ({ right, wide, className }: RowsColumn<Row>) => ({
    right,
    className: cn(wide && 'phone:hidden', className),
  })
  return (
    <Table {...table}>
      <TableHead>
        {shown.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
          <Th key={at} {...look(column)}>
            {column.head}
          </Th>
        ))}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Tr key={rowKey(row)}>
            {shown.map((column, at) => (
              <Td
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                key={at}
                {...look(column)}
                {...(column.quiet && { quiet: true })}
                {...(column.name && { name: true })}
              >
                {column.cell(row)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
