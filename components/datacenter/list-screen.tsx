'use client'
import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import type { ImportKind } from '../../server/domain/import/schema.ts'
import { tableData } from '../api/table-data.ts'
import { ImportLink } from '../import/import-link.tsx'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import { ResourceTable, type ResourceTableProps } from '../table/resource-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

type Numbered = { id: number; name: string }

export type ListScreenProps<Row extends Numbered> = Omit<
  ResourceTableProps<Row>,
  'label' | 'data' | 'rowId' | 'rowName' | 'empty'
> & {
  title: string
  query: Parameters<typeof tableData<Row>>[0]
  /** The list as the API names it: `dci/server`. */
  csv: string
  /** What the import calls its records. */
  importKind?: ImportKind
  /** The first thing to do, in the head and where nothing is yet. */
  create?: ReactNode
  empty: { title: string; hint: string }
  rowId?: (row: Row) => string
  /** Dialogs of the actions. */
  children?: ReactNode
}

/** The page of a list: head with file and first action, then the table. */
export function ListScreen<Row extends Numbered>(props: ListScreenProps<Row>) {
  const { title, query, csv, importKind, create, empty, children, rowId = idOf, ...rest } = props
  const format = useFormatter()
  const { where, search, orderby } = rest.table.query
  return (
    <>
      <PageHeader
        title={title}
        sub={query.data ? format.number(query.data.size) : undefined}
        actions={
          <>
            <CsvLink href={paths.csv(csv, { where, search, orderby })} />
            {importKind ? <ImportLink kind={importKind} /> : null}
            {create}
          </>
        }
      />
      <ResourceTable<Row>
        {...rest}
        label={title}
        data={tableData<Row>(query)}
        rowId={rowId}
        rowName={nameOf}
        empty={
          <EmptyState title={empty.title} actions={create}>
            {empty.hint}
          </EmptyState>
        }
      />
      {children}
    </>
  )
}

const idOf = (row: Numbered) => String(row.id)
const nameOf = (row: Numbered) => row.name
