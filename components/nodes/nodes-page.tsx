'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Link from 'next/link'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { CsvLink } from '../table/csv-link.tsx'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import type { View } from '../table/views.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useNodeColumns } from './columns.tsx'
import { nodeViews, useNodeFilters } from './filters.ts'
import { NodeStateLine } from './node-state.tsx'
import { useNodeActions } from './use-node-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (node: Node) => String(node.id)
const rowName = (node: Node) => node.name
const rowHref = (node: Node) => paths.node(node.id)

/** All nodes of the installation. */
export function NodesPage() {
  const t = useTranslations('nodes')
  const format = useFormatter()
  const trpc = useTRPC()
  const table = useTableState({ id: 'nodes', fields: useNodeFilters(), defaultSort: byName })
  const query = useQuery(trpc.vm.node.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const columns = useNodeColumns()
  const actions = useNodeActions()
  const views = useViews()
  const taskOf = useTaskOf()
  const toPhone = useCallback(
    (node: Node) => ({
      name: node.name,
      detail: node.libvirt_error ?? t('phone', { ip: node.ip, cluster: node.cluster.name, count: node.host_count }),
      state: <NodeStateLine node={node} task={taskOf('node', node.id)} bare />,
      href: rowHref(node),
    }),
    [t, taskOf],
  )
  const attach = (
    <Button kind="primary" asChild icon={<Plus />}>
      <Link href={paths.newNode()}>{t('attach')}</Link>
    </Button>
  )
  const { where, search, orderby } = table.query
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={views[0]?.count === undefined ? undefined : format.number(views[0].count)}
        actions={
          <>
            <CsvLink href={paths.csv('vm/node', { where, search, orderby })} />
            {attach}
          </>
        }
      />
      <ResourceTable<Node>
        label={t('title')}
        table={table}
        data={tableData<Node>(query)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        views={views}
        empty={
          <EmptyState title={t('none')} actions={attach}>
            {t('noneHint')}
          </EmptyState>
        }
      />
      {actions.dialogs}
    </>
  )
}

function useViews(): readonly View[] {
  const t = useTranslations('nodes')
  const trpc = useTRPC()
  const counts = useQueries({
    queries: nodeViews.map(({ where }) =>
      trpc.vm.node.list.queryOptions({ query: { limit: '0', ...(where && { where }) } }),
    ),
  })
  return nodeViews.map(({ key, filters }, at) => {
    const count = counts[at]?.data?.size
    return { label: t(`views.${key}`), q: '', filters, sort: null, ...(count !== undefined && { count }) }
  })
}
