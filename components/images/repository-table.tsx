'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import type { Column } from '../table/columns.ts'
import { type AskedView, countedViews, countOf } from '../table/counted-views.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { RelativeTime } from '../ui/time.tsx'
import { RepositoryState, useCauseOf } from './repository-state.tsx'
import type { RepositoryActions } from './use-repository-actions.tsx'

const byName = { field: 'name', desc: false }
const repositoryViews = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'attention',
    filters: [{ field: 'state', op: 'is' as const, values: ['unavailable'] }],
    where: "state EQ 'unavailable'",
  },
] as const satisfies readonly AskedView[]
const quiet = <span className="text-fg-3">-</span>

/** Where systems come from: each repository with its state, and why it could not be read. */
export function RepositoryTable(props: { add: ReactNode; tabs: ReactNode; actions: RepositoryActions }) {
  const { add, tabs, actions } = props
  const t = useTranslations('images')
  const trpc = useTRPC()
  const table = useTableState({ id: 'repositories', fields: useFilters(), defaultSort: byName, prefix: 'repo' })
  const query = useQuery(
    trpc.vm.repository.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const counts = useQueries({
    queries: repositoryViews.map((view) => trpc.vm.repository.list.queryOptions(countOf(view))),
  })
  const causeOf = useCauseOf()
  const toPhone = useCallback(
    (repository: Repository) => ({
      name: repository.name,
      detail: repository.fault ? causeOf(repository.fault) : (repository.url ?? ''),
      state: <RepositoryState repository={repository} bare />,
    }),
    [causeOf],
  )
  return (
    <ListScreen<Repository>
      title={t('title')}
      query={query}
      csv="vm/repository"
      views={countedViews(repositoryViews, (key) => t(`views.${key}`), counts)}
      tabs={tabs}
      create={add}
      empty={{ title: t('repositories.none'), hint: t('repositories.noneHint') }}
      table={table}
      columns={useColumns()}
      rowMenu={actions.entries}
      bulk={actions.bulk}
      toPhone={toPhone}
      searchPlaceholder={t('repositories.searchPlaceholder')}
    />
  )
}

function useColumns(): readonly Column<Repository>[] {
  const t = useTranslations('images.fields')
  const format = useFormatter()
  return useMemo(
    (): Column<Repository>[] => [
      {
        id: 'name',
        size: 150,
        meta: { label: t('name'), sort: 'name', always: true },
        cell: ({ row }) => <span className="truncate">{row.original.name}</span>,
      },
      {
        id: 'state',
        size: 330,
        meta: { label: t('state'), sort: 'state' },
        cell: ({ row }) => <RepositoryState repository={row.original} />,
      },
      {
        id: 'url',
        size: 260,
        meta: { label: t('url'), sort: 'url', mono: true, quiet: true },
        cell: ({ row }) => row.original.url ?? quiet,
      },
      {
        id: 'os_count',
        size: 76,
        meta: { label: t('os_count'), sort: 'os_count', right: true },
        cell: ({ row }) => format.number(row.original.os_count),
      },
      {
        id: 'checked_at',
        size: 100,
        meta: { label: t('checked_at'), sort: 'checked_at', quiet: true },
        cell: ({ row }) => (row.original.checked_at ? <RelativeTime at={row.original.checked_at} /> : quiet),
      },
      {
        id: 'id',
        size: 56,
        meta: { label: t('id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ],
    [t, format],
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('images')
  return useMemo(
    () => [
      {
        name: 'state',
        label: t('fields.state'),
        type: 'enum',
        options: (['checking', 'active', 'unavailable'] as const).map((value) => ({
          value,
          label: t(`states.${value}`),
        })),
      },
      { name: 'name', label: t('fields.name'), type: 'text' },
      { name: 'url', label: t('fields.url'), type: 'text' },
      { name: 'os_count', label: t('fields.os_count'), type: 'int' },
    ],
    [t],
  )
}
