'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Os } from '../../server/domain/os/schema.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../hosts/loaders.ts'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ListQuery } from './images-page.tsx'
import { ForWhom, useSystemColumns } from './system-columns.tsx'
import { useSystemActions } from './use-system-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (os: Os) => String(os.id)
const rowName = (os: Os) => os.name

/** The catalogue: every system of every repository, what it needs, where it lies and who may choose it. */
export function SystemTable({ add, onQuery }: { add: ReactNode; onQuery: (query: ListQuery) => void }) {
  const t = useTranslations('images')
  const trpc = useTRPC()
  const table = useTableState({ id: 'systems', fields: useFilters(), defaultSort: byName })
  const query = useQuery(trpc.vm.os.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const { where, search, orderby } = table.query
  useEffect(
    () => onQuery({ ...(where && { where }), ...(search && { search }), ...(orderby && { orderby }) }),
    [onQuery, where, search, orderby],
  )
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
    <>
      <ResourceTable<Os>
        label={t('systems.title')}
        table={table}
        data={tableData<Os>(query)}
        columns={useSystemColumns()}
        rowId={rowId}
        rowName={rowName}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('systems.searchPlaceholder')}
        empty={
          <EmptyState title={t('systems.none')} actions={add}>
            {t('systems.noneHint')}
          </EmptyState>
        }
      />
      {actions.dialogs}
    </>
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
