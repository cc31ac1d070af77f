'use client'
import { type ReactNode, useMemo } from 'react'
import { tableData } from '../api/table-data.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { type ListProps, type Named, useList } from './use-list.ts'

/** A list of the API on the page of another object: the rows that belong to that. */
export function RelatedList<Row extends Named, Listed extends Named = Row>(
  props: Omit<ListProps<Row, Listed>, 'columns'> & {
    columns: Exclude<ListProps<Row>['columns'], (table: never) => unknown>
    /** Columns and filters that would say the same in every row. */
    without?: readonly string[]
    title?: string
    /** The first thing to do while there are no rows. */
    create?: ReactNode
    /** Instead of the catalogue's `none`, `noneHint` and `create`. */
    empty?: ReactNode
  },
) {
  const { actions, without = NOTHING, title, create, empty } = props
  const filters = useMemo(() => props.filters.filter(({ name }) => !without.includes(name)), [props.filters, without])
  const columns = useMemo(() => props.columns.filter(({ id }) => !without.includes(id)), [props.columns, without])
  const { t, query, parts } = useList({ ...props, filters, columns })
  return (
    <>
      <ResourceTable<Row>
        {...parts}
        label={title ?? t('title')}
        data={tableData<Row>(query)}
        empty={
          empty ?? (
            <EmptyState title={t('none')} actions={create}>
              {t.has('noneHint') && t('noneHint')}
            </EmptyState>
          )
        }
      />
      {actions?.dialogs}
    </>
  )
}

const NOTHING: readonly string[] = []
