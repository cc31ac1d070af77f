'use client'
import { type ReactNode, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { Column } from '../table/columns.ts'
import type { AskedView } from '../table/counted-views.ts'
import type { FilterField } from '../table/filters.ts'
import { RelativeTime } from '../ui/display/time.tsx'
import { RepositoryState, useCauseOf } from './repository-state.tsx'
import type { RepositoryActions } from './use-repository-actions.tsx'

const repositoryViews = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'attention',
    filters: [{ field: 'state', op: 'is' as const, values: ['unavailable'] }],
    where: "state EQ 'unavailable'",
  },
] as const satisfies readonly AskedView[]
const quiet = <span className="text-fg-3">-</span>

/** Where systems and scripts come from: each repository with its state, and why it could not be read. */
export function RepositoryTable(props: {
  add: ReactNode
  tabs: ReactNode
  actions: RepositoryActions
  /** Of the page; default that of images. */
  title?: string
  /** How many OS templates each has stands beside its state, not in the chooser. */
  templates?: boolean
}) {
  const { add, tabs, actions, title, templates = false } = props
  const t = useTranslations('images')
  const trpc = useTRPC()
  const causeOf = useCauseOf()
  return (
    <ResourceList<Repository>
      id="repositories"
      prefix="repo"
      words="images.repositories"
      title={title ?? t('title')}
      csv="vm/repository"
      list={trpc.vm.repository.list}
      views={repositoryViews}
      filters={useFilters()}
      columns={useColumns(templates)}
      // The page shows their dialogs: its own button asks as well.
      actions={{ entries: actions.entries, dialogs: null }}
      bulk={actions.bulk}
      phone={(repository) => ({
        detail: repository.fault ? causeOf(repository.fault) : (repository.url ?? ''),
        state: <RepositoryState repository={repository} bare />,
      })}
      tabs={tabs}
      create={add}
    />
  )
}

function useColumns(templates: boolean): readonly Column<Repository>[] {
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
        id: 'recipe_count',
        size: 82,
        meta: { label: t('recipe_count'), sort: 'recipe_count', right: true },
        cell: ({ row }) => format.number(row.original.recipe_count),
      },
      {
        id: 'os_template_count',
        size: 110,
        meta: { label: t('os_template_count'), sort: 'os_template_count', right: true, extra: !templates },
        cell: ({ row }) => format.number(row.original.os_template_count),
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
    [t, format, templates],
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
      { name: 'recipe_count', label: t('fields.recipe_count'), type: 'int' },
      { name: 'os_template_count', label: t('fields.os_template_count'), type: 'int' },
    ],
    [t],
  )
}
