'use client'
import { useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { useNodeColumns } from './columns.tsx'
import { nodeViews, useNodeFilters } from './filters.ts'
import { NodeStateLine } from './node-state.tsx'
import { useNodeActions } from './use-node-actions.tsx'
import { useNodeBulk } from './use-node-bulk.tsx'

const rowHref = (node: Node) => paths.node(node.id)

/** All nodes of the installation. */
export function NodesPage() {
  const t = useTranslations('nodes')
  const trpc = useTRPC()
  const taskOf = useTaskOf()
  return (
    <ResourceList<Node>
      id="nodes"
      words="nodes"
      csv="vm/node"
      list={trpc.vm.node.list}
      views={nodeViews}
      filters={useNodeFilters()}
      columns={useNodeColumns()}
      rowHref={rowHref}
      actions={useNodeActions()}
      bulk={useNodeBulk()}
      phone={(node) => ({
        detail: node.libvirt_error ?? t('phone', { ip: node.ip, cluster: node.cluster.name, count: node.host_count }),
        state: <NodeStateLine node={node} task={taskOf('node', node.id)} bare />,
      })}
      create={<CreateButton href={paths.newNode()}>{t('attach')}</CreateButton>}
    />
  )
}
