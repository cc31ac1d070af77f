'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/time.tsx'
import type { ListQuery } from './images-page.tsx'
import { RepositoryState, useCauseOf } from './repository-state.tsx'
import type { RepositoryActions } from './use-repository-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (repository: Repository) => String(repository.id)
const rowName = (repository: Repository) => repository.name
const quiet = <span className="text-fg-3">-</span>

/** Where systems come from: each repository with its state, and why it could not be read. */
export function RepositoryTable({
  add,
  actions,
  onQuery,
}: {
  add: ReactNode
  actions: RepositoryActions
  onQuery: (query: ListQuery) => void
}) {
  const t = useTranslations('images')
  const trpc = useTRPC()
  const table = useTableState({ id: 'repositories', fields: useFilters(), defaultSort: byName, prefix: 'repo' })
  const query = useQuery(
    trpc.vm.repository.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const { where, search, orderby } = table.query
  useEffect(
    () => onQuery({ ...(where && { where }), ...(search && { search }), ...(orderby && { orderby }) }),
    [onQuery, where, search, orderby],
  )
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
    <ResourceTable<Repository>
      label={t('repositories.title')}
      table={table}
      data={tableData<Repository>(query)}
      columns={useColumns()}
      rowId={rowId}
      rowName={rowName}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('repositories.searchPlaceholder')}
      empty={
        <EmptyState title={t('repositories.none')} actions={add}>
          {t('repositories.noneHint')}
        </EmptyState>
      }
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
        cell: ({ row }) => (row.original.checked_at ? <RelativeTime at={row.original.checked_at} ago /> : quiet),
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
