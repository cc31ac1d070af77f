'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { virtualizationTypes } from '../../server/domain/cluster/kinds.ts'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { isWhole } from './cluster-record.ts'
import { ClusterState } from './cluster-state.tsx'
import { useClusterColumns } from './columns.tsx'
import { useClusterActions } from './use-cluster-actions.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (cluster: Cluster) => paths.cluster(cluster.id)

/** All clusters, with how full each is. */
export function ClustersPage() {
  const t = useTranslations('clusters')
  const trpc = useTRPC()
  const table = useTableState({ id: 'clusters', fields: useFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.vm.cluster.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const { data, error, isFetching, refetch } = query
  const whole = useMemo(() => data && { list: data.list.filter(isWhole), size: data.size }, [data])
  const actions = useClusterActions()
  const toPhone = useCallback(
    (cluster: Cluster) => ({
      name: cluster.name,
      detail: t('phone', { nodes: cluster.node_count, hosts: cluster.host_count }),
      state: <ClusterState cluster={cluster} />,
      href: rowHref(cluster),
    }),
    [t],
  )
  return (
    <ListScreen<Cluster>
      title={t('title')}
      csv="vm/cluster"
      table={table}
      query={{ data: whole, error, isFetching, refetch }}
      columns={useClusterColumns()}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      create={<CreateButton onClick={() => actions.ask({ command: 'create' })}>{t('create')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('clusters')
  return useMemo(
    () => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      {
        name: 'virtualization_type',
        label: t('fields.virtualization_type'),
        type: 'enum',
        options: virtualizationTypes.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      { name: 'node_count', label: t('fields.node_count'), type: 'int' },
      { name: 'host_count', label: t('fields.host_count'), type: 'int' },
      { name: 'comment', label: t('fields.comment'), type: 'text', nullable: true },
    ],
    [t],
  )
}
