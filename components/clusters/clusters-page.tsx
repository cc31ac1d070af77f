'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { virtualizationTypes } from '../../server/domain/cluster/schema.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { isWhole } from './cluster-record.ts'
import { ClusterState } from './cluster-state.tsx'
import { useClusterColumns } from './columns.tsx'
import { useClusterActions } from './use-cluster-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (cluster: Cluster) => String(cluster.id)
const rowName = (cluster: Cluster) => cluster.name
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
  const create = (
    <Button kind="primary" icon={<Plus />} onClick={() => actions.ask({ command: 'create' })}>
      {t('create')}
    </Button>
  )
  const { where, search, orderby } = table.query
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <CsvLink href={paths.csv('vm/cluster', { where, search, orderby })} />
            {create}
          </>
        }
      />
      <ResourceTable<Cluster>
        label={t('title')}
        table={table}
        data={tableData<Cluster>({ data: whole, error, isFetching, refetch })}
        columns={useClusterColumns()}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        empty={
          <EmptyState title={t('none')} actions={create}>
            {t('noneHint')}
          </EmptyState>
        }
      />
      {actions.dialogs}
    </>
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
