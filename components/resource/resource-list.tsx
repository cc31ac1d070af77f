'use client'
import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportKind } from '../../server/domain/import/kinds.ts'
import { healthViews } from '../health/health-column.tsx'
import { ImportLink } from '../import/import-link.tsx'
import { type AskedView, countedViews, countOf } from '../table/counted-views.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen, type ListScreenProps } from '../table/list-screen.tsx'
import { type ListQuery, useTableState } from '../table/use-table-state.ts'
import type { Sort } from '../table/where.ts'
import type { Namespace } from './field-labels.ts'

type Answer<Row> = { list: Row[]; size: number }
/** A list of the API: `trpc.dci.rack.list`. */
export type ListOf<Row> = { '~types': { output: Answer<Row> } }
/** What such a list is asked by, without the types that only its own caller knows. */
type Asked<Row> = { queryOptions: (input: { query: Partial<ListQuery> }) => UseQueryOptions<Answer<Row>> }
type Named = { id: number | string; name?: string }
type Screen<Row extends Named> = ListScreenProps<Row>

export type ResourceListProps<Row extends Named, Listed extends Named> = Omit<
  Partial<Screen<Row>>,
  'table' | 'query' | 'columns' | 'toPhone' | 'rowMenu' | 'actions' | 'children' | 'views' | 'size'
> & {
  /** Names the table in what this browser remembers. */
  id: string
  /** Part of the catalogue that has `title`, `searchPlaceholder`, `none` and `noneHint`. */
  words: Namespace
  list: ListOf<Listed>
  /** Which rows of the list are shown, where it has others as well. */
  shows?: (row: Listed) => row is Listed & Row
  /** Beside another table of its page: its part of the address begins with this. */
  prefix?: string
  /** What it is sorted by unless something else is asked for. */
  sort?: Sort
  filters: readonly FilterField[]
  columns: Screen<Row>['columns']
  /** What can be done to a row, and the dialogs that ask before. */
  actions: { entries: NonNullable<Screen<Row>['rowMenu']>; dialogs: ReactNode }
  /** What a telephone shows beside the name; a row leads where `rowHref` does unless this says otherwise. */
  phone: (row: Row) => Partial<ReturnType<Screen<Row>['toPhone']>>
  /** Questions that are asked often, called by `views.<key>`, with how many rows each has; `health` those of what is read or summed up. */
  views?: readonly AskedView[] | 'health'
  /** In the head, before import and file. */
  beside?: ReactNode
  imports?: ImportKind
  children?: ReactNode
}

const byName = { field: 'name', desc: false }
const NONE: readonly AskedView[] = []
const nameOf = (row: Named) => row.name ?? String(row.id)

/** The page of a list of the API: what is the same for all of them. A page says what is special about it. */
export function ResourceList<Row extends Named, Listed extends Named = Row>(props: ResourceListProps<Row, Listed>) {
  const {
    id,
    words,
    list,
    shows,
    prefix,
    sort = byName,
    filters,
    actions,
    phone,
    views,
    beside,
    imports,
    children,
    ...screen
  } = props
  const { rowHref, rowName = nameOf } = screen
  const t = useTranslations(words) as unknown as { (key: string): string; has(key: string): boolean }
  const table = useTableState({ id, fields: filters, defaultSort: sort, ...(prefix && { prefix }) })
  const { queryOptions } = list as unknown as Asked<Row & Listed>
  const query = useQuery({
    ...queryOptions({ query: table.query }),
    placeholderData: keepPreviousData,
    ...(shows && { select: (answer: Answer<Row & Listed>) => ({ ...answer, list: answer.list.filter(shows) }) }),
  })
  const health = useTranslations('health') as unknown as (key: string) => string
  const asked = views === 'health' ? healthViews : (views ?? NONE)
  const label = views === 'health' ? health : t
  const counts = useQueries({
    queries: asked.map((view) => queryOptions(countOf(view))),
  })
  const shown = countedViews(asked, (key) => label(`views.${key}`), counts)
  return (
    <ListScreen<Row>
      title={screen.title ?? t('title')}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), ...(t.has('noneHint') && { hint: t('noneHint') }) }}
      actions={
        <>
          {beside}
          {imports && <ImportLink kind={imports} />}
        </>
      }
      {...screen}
      {...(shown.length > 0 && { views: shown, size: shown[0]?.count })}
      table={table}
      query={query}
      rowMenu={actions.entries}
      toPhone={(row) => ({ name: rowName(row), ...(rowHref && { href: rowHref(row) }), ...phone(row) })}
    >
      {actions.dialogs}
      {children}
    </ListScreen>
  )
}
