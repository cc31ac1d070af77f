'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { clusterFields } from '../../server/domain/cluster/fields.ts'
import { virtualizationTypes } from '../../server/domain/cluster/kinds.ts'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { isWhole } from './cluster-record.ts'
import { ClusterState } from './cluster-state.tsx'
import { useClusterColumns } from './columns.tsx'
import { useClusterActions } from './use-cluster-actions.tsx'

const rowHref = (cluster: Cluster) => paths.cluster(cluster.id)

/** All clusters, with how full each is. */
export function ClustersPage() {
  const t = useTranslations('clusters')
  const trpc = useTRPC()
  const actions = useClusterActions()
  return (
    <ResourceList
      id="clusters"
      words="clusters"
      csv="vm/cluster"
      list={trpc.vm.cluster.list}
      shows={isWhole}
      filters={useFilters()}
      columns={useClusterColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(cluster) => ({
        detail: t('phone', { nodes: cluster.node_count, hosts: cluster.host_count }),
        state: <ClusterState cluster={cluster} />,
      })}
      create={actions.createButton()}
    />
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('clusters')
  const complete = useOwnFilters(clusterFields, 'clusters')
  return useMemo(
    () =>
      complete([
        enumFilter('virtualization_type', t('fields.virtualization_type'), virtualizationTypes, (value) =>
          t(`kinds.${value}`),
        ),
        { name: 'node_count', label: t('fields.node_count'), type: 'int' },
        { name: 'host_count', label: t('fields.host_count'), type: 'int' },
      ]),
    [t, complete],
  )
}
