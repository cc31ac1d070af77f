'use client'
import { useQuery } from '@tanstack/react-query'
import type { Node } from '../../../server/domain/node/record.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { lazyTab } from '../../figures/lazy-tab.tsx'
import { HealthBadge } from '../../health/health-state.tsx'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { ObjectHistory } from '../../tasks/object-history.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { RestartIcon, VmIcon } from '../../ui/display/icons.tsx'
import { Mono } from '../../ui/display/text.tsx'
import { NodeBadge } from '../node-state.tsx'
import { type NodeActions, useNodeActions } from '../use-node-actions.tsx'
import { NodeHosts } from './node-hosts.tsx'
import { NodeOverview } from './node-overview.tsx'
import { NodePath } from './node-path.tsx'

const NodeFigures = lazyTab(() => import('../../figures/node-figures.tsx').then((m) => m.NodeFigures))

/** One node: head, tabs, and what each shows. */
export function NodePage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.node.get.queryOptions({ params: { node_id: id } }))
  return <ObjectGate query={query}>{(node) => <Page node={node} />}</ObjectGate>
}

function Page({ node }: { node: Node }) {
  const actions = useNodeActions()
  return (
    <ObjectPage
      name={node.name}
      badges={
        <>
          <NodeBadge node={node} />
          {node.state === 'active' ? <HealthBadge health={node.health} /> : null}
        </>
      }
      actions={<HeadActions node={node} actions={actions} />}
      entries={actions.entries(node)}
      below={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-fg-2">
          <NodePath node={node} />
          <Mono>{node.ip}</Mono>
          {node.comment ? <span className="max-w-160 truncate">{node.comment}</span> : null}
        </div>
      }
      href={(tab) => paths.node(node.id, tab)}
      tabs={{
        overview: { show: () => <NodeOverview node={node} actions={actions} /> },
        hosts: { count: node.host_count, show: () => <NodeHosts node={node} /> },
        figures: { show: () => <NodeFigures node={node} /> },
        history: { show: () => <ObjectHistory entity="node" id={node.id} /> },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}

function HeadActions({ node, actions }: { node: Node; actions: NodeActions }) {
  const broken = node.state === 'crashed' || node.state === 'unavailable'
  const create = actions.disabled('createHost', node)
  const attach = actions.disabled('attach', node)
  return (
    <>
      {broken ? (
        <Button
          kind="primary"
          icon={<RestartIcon />}
          disabledReason={attach}
          onClick={() => actions.run('attach', node)}
        >
          {actions.label('attach', node)}
        </Button>
      ) : (
        <Button icon={<VmIcon />} disabledReason={create} onClick={() => actions.run('createHost', node)}>
          {actions.label('createHost', node)}
        </Button>
      )}
      <Button disabledReason={actions.disabled('edit', node)} onClick={() => actions.run('edit', node)}>
        {actions.label('edit', node)}
      </Button>
    </>
  )
}
