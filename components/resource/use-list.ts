'use client'
import { keepPreviousData, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import type { PhoneRow } from '../table/phone-list.tsx'
import type { ResourceTableProps } from '../table/resource-table.tsx'
import { type ListQuery, type TableState, useTableState } from '../table/use-table-state.ts'
import type { Sort } from '../table/where.ts'
import type { Namespace } from './field-labels.ts'

type Answer<Row> = { list: Row[]; size: number }
/** A list of the API: `trpc.dci.rack.list`. */
export type ListOf<Row> = { '~types': { output: Answer<Row> } }
/** What such a list is asked by, without the types that only its own caller knows. */
type Asked<Row> = {
  queryOptions: (input: { params?: object; query: Partial<ListQuery> }) => UseQueryOptions<Answer<Row>>
}
export type Named = { id: number | string; name?: string }
type Words = { (key: string): string; has(key: string): boolean }

/** What is special about a list of the API. */
export type ListProps<Row extends Named, Listed extends Named = Row> = {
  /** Names the table in what this browser remembers. */
  id: string
  /** Part of the catalogue that has `title`, `searchPlaceholder`, `none` and `noneHint`. */
  words: Namespace
  list: ListOf<Listed>
  /** Of the address of the list, where it stands below another object. */
  params?: object
  /** Which rows of the list are shown, where it has others as well. */
  shows?: (row: Listed) => row is Listed & Row
  /** A condition that always holds, in the grammar of `where`. */
  base?: string
  /** Beside another table of its page: its part of the address begins with this. */
  prefix?: string
  /** What it is sorted by unless something else is asked for. */
  sort?: Sort
  /** How often it is read anew where no change is announced, in ms. */
  every?: number
  filters: readonly FilterField[]
  columns: readonly Column<Row>[] | ((table: TableState) => readonly Column<Row>[])
  /** What can be done to a row, and the dialogs that ask before. */
  actions?: { entries: NonNullable<ResourceTableProps<Row>['rowMenu']>; dialogs?: ReactNode }
  /** What a telephone shows beside the name; a row leads where `rowHref` does unless this says otherwise. */
  phone: (row: Row) => Partial<PhoneRow>
  rowHref?: (row: Row) => string
  rowName?: (row: Row) => string
  rowId?: (row: Row) => string
  /** The catalogue's `searchPlaceholder` unless it is given. */
  searchPlaceholder?: string
  bulk?: ResourceTableProps<Row>['bulk']
  /** How many rows of all pages may be chosen at once. */
  mostChosen?: number
}

const byName = { field: 'name', desc: false }
const idOf = (row: Named) => String(row.id)
const nameOf = (row: Named) => row.name ?? String(row.id)

/** The rows of a list of the API and what a table of them needs. */
export function useList<Row extends Named, Listed extends Named = Row>(props: ListProps<Row, Listed>) {
  const { id, words, params, shows, base, prefix, sort = byName, every, filters, columns, actions, phone } = props
  const { rowHref, rowName = nameOf, rowId = idOf, bulk, mostChosen } = props
  const t = useTranslations(words) as unknown as Words
  const common = useTranslations('resource')
  const table = useTableState({
    id,
    fields: filters,
    defaultSort: sort,
    base,
    prefix,
  })
  const list = props.list as unknown as Asked<Row & Listed>
  const ask = (asked: Partial<ListQuery>) => list.queryOptions({ ...(params && { params }), query: asked })
  const query = useQuery({
    ...ask(table.query),
    placeholderData: keepPreviousData,
    ...(every && { refetchInterval: every }),
    ...(shows && { select: (answer: Answer<Row & Listed>) => ({ ...answer, list: answer.list.filter(shows) }) }),
  })
  const queries = useQueryClient()
  const loadChosen = async (what: { ids: readonly string[] } | { all: true }): Promise<readonly Row[]> => {
    const limit = `0,${mostChosen}`
    const asked =
      'all' in what ? { ...table.query, limit } : { where: `id IN (${what.ids.map(Number).join(',')})`, limit }
    const answer = await queries.fetchQuery({ ...ask(asked), staleTime: 0, gcTime: 0 })
    if (answer.size > Number(mostChosen)) throw new Error(common('tooMany', { count: Number(mostChosen) }))
    return answer.list
  }
  const parts = {
    table,
    columns: typeof columns === 'function' ? columns(table) : columns,
    rowName,
    rowId,
    searchPlaceholder: props.searchPlaceholder ?? t('searchPlaceholder'),
    toPhone: (row: Row) => ({ name: rowName(row), ...(rowHref && { href: rowHref(row) }), ...phone(row) }),
    rowHref,
    ...(actions && { rowMenu: actions.entries }),
    bulk,
    ...(mostChosen && { loadChosen }),
  }
  return { t, ask, query, parts }
}
