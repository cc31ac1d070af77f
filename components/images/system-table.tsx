'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Os } from '../../server/domain/os/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../hosts/loaders.ts'
import { type AskedView, countedViews, countOf } from '../table/counted-views.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { ForWhom, useSystemColumns } from './system-columns.tsx'
import { useSystemActions } from './use-system-actions.tsx'

const byName = { field: 'name', desc: false }
const systemViews = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'adminonly',
    filters: [{ field: 'adminonly', op: 'is' as const, values: ['true'] }],
    where: 'adminonly EQ true',
  },
  {
    key: 'obsolete',
    filters: [{ field: 'state', op: 'is' as const, values: ['obsolete'] }],
    where: "state EQ 'obsolete'",
  },
] as const satisfies readonly AskedView[]

/** The catalogue: every system of every repository, what it needs, where it lies and who may choose it. */
export function SystemTable({ add, tabs }: { add: ReactNode; tabs: ReactNode }) {
  const t = useTranslations('images')
  const trpc = useTRPC()
  const table = useTableState({ id: 'systems', fields: useFilters(), defaultSort: byName })
  const query = useQuery(trpc.vm.os.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const counts = useQueries({ queries: systemViews.map((view) => trpc.vm.os.list.queryOptions(countOf(view))) })
  const actions = useSystemActions()
  const toPhone = useCallback(
    (os: Os) => ({
      name: os.name,
      detail: [os.repository, os.nodes.length > 0 ? t('copies', { count: os.nodes.length }) : t('noCopies')].join(', '),
      state: <ForWhom os={os} />,
    }),
    [t],
  )
  return (
    <ListScreen<Os>
      title={t('title')}
      query={query}
      csv="vm/os"
      views={countedViews(systemViews, (key) => t(`views.${key}`), counts)}
      tabs={tabs}
      create={add}
      empty={{ title: t('systems.none'), hint: t('systems.noneHint') }}
      table={table}
      columns={useSystemColumns()}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('systems.searchPlaceholder')}
    >
      {actions.dialogs}
    </ListScreen>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('images')
  const { clusters, nodes, named } = useLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      { name: 'os_group', label: t('fields.os_group'), type: 'text' },
      { name: 'repository', label: t('fields.repository'), type: 'text' },
      { name: 'cluster', label: t('fields.clusters'), type: 'int', load: clusters, resolve: named.clusters },
      { name: 'node', label: t('fields.nodes'), type: 'int', load: nodes, resolve: named.nodes },
      { name: 'adminonly', label: t('fields.adminonly'), type: 'bool' },
      {
        name: 'state',
        label: t('fields.state'),
        type: 'enum',
        options: (['active', 'obsolete'] as const).map((value) => ({ value, label: t(`systemStates.${value}`) })),
      },
      { name: 'comment', label: t('fields.comment'), type: 'text', nullable: true },
    ],
    [t, clusters, nodes, named],
  )
}
