'use client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { countedViews, countOf } from '../table/counted-views.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import type { View } from '../table/views.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { useNodeColumns } from './columns.tsx'
import { nodeViews, useNodeFilters } from './filters.ts'
import { NodeStateLine } from './node-state.tsx'
import { useNodeActions } from './use-node-actions.tsx'
import { useNodeBulk } from './use-node-bulk.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (node: Node) => paths.node(node.id)

/** All nodes of the installation. */
export function NodesPage() {
  const t = useTranslations('nodes')
  const trpc = useTRPC()
  const table = useTableState({ id: 'nodes', fields: useNodeFilters(), defaultSort: byName })
  const query = useQuery(trpc.vm.node.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const columns = useNodeColumns()
  const actions = useNodeActions()
  const bulk = useNodeBulk()
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
  return (
    <ListScreen<Node>
      title={t('title')}
      csv="vm/node"
      table={table}
      query={query}
      columns={columns}
      rowHref={rowHref}
      rowMenu={actions.entries}
      bulk={bulk}
      toPhone={toPhone}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      views={views}
      size={views[0]?.count}
      create={<CreateButton href={paths.newNode()}>{t('attach')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}

function useViews(): readonly View[] {
  const t = useTranslations('nodes')
  const trpc = useTRPC()
  const counts = useQueries({
    queries: nodeViews.map((view) => trpc.vm.node.list.queryOptions(countOf(view))),
  })
  return countedViews(nodeViews, (key) => t(`views.${key}`), counts)
}
