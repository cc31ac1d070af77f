'use client'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { tableData } from '../api/table-data.ts'
import { SectionTabs } from '../frame/section-tabs.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { CsvLink } from './csv-link.tsx'
import { ResourceTable, type ResourceTableProps } from './resource-table.tsx'

type Named = { id: number | string; name?: string }

export type ListScreenProps<Row extends Named> = Omit<
  ResourceTableProps<Row>,
  'label' | 'data' | 'rowId' | 'rowName' | 'empty'
> & {
  title: string
  /** Names the table, where the title names more than this list. */
  label?: string
  query: Parameters<typeof tableData<Row>>[0]
  /** The list as the API names it: `dci/server`; absent where it gives no file. */
  csv?: string
  /** The first thing to do: in the head, or where the rows would be while there are none. */
  create?: ReactNode
  /** Where the rows would be; a page's own element stands as it is, and `create` stays in the head. */
  empty: { title: string; hint?: string } | ReactElement
  rowId?: (row: Row) => string
  rowName?: (row: Row) => string
  /** How many there are in all, where the table shows a choice of them. */
  size?: number | undefined
  /** In the head, before the others. */
  actions?: ReactNode
  /** A notice over the table. */
  notice?: ReactNode
  /** Other lists of the same thing, to choose from. */
  tabs?: ReactNode
  /** Dialogs of the actions. */
  children?: ReactNode
}

/** The page of a list: head with file and first action, then the table. */
export function ListScreen<Row extends Named>(props: ListScreenProps<Row>) {
  const {
    title,
    label = title,
    query,
    csv,
    create,
    empty,
    children,
    rowId = idOf,
    rowName = nameOf,
    tabs,
    actions,
    notice,
    ...more
  } = props
  const { size = query.data?.size, ...rest } = more
  const format = useFormatter()
  // With no rows yet the first thing to do stands where they would be, and there alone.
  const own = isValidElement(empty)
  const bare = query.data?.size === 0 && !rest.table.narrowed && !own
  return (
    <>
      <PageHeader
        title={title}
        sub={size === undefined || tabs ? undefined : format.number(size)}
        actions={
          <>
            {actions}
            {csv === undefined ? null : (
              <CsvLink list={csv} table={rest.table} query={rest.table.query} columns={rest.columns} />
            )}
            {bare ? null : create}
          </>
        }
      />
      <SectionTabs />
      {tabs}
      {notice}
      <ResourceTable<Row>
        {...rest}
        label={label}
        data={tableData<Row>(query)}
        rowId={rowId}
        rowName={rowName}
        empty={
          own ? (
            empty
          ) : (
            <EmptyState title={empty.title} actions={create}>
              {empty.hint}
            </EmptyState>
          )
        }
      />
      {children}
    </>
  )
}

const idOf = (row: Named) => String(row.id)
const nameOf = (row: Named) => row.name ?? String(row.id)
