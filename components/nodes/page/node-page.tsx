'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { Node } from '../../../server/domain/node/record.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { HealthBadge } from '../../health/health-state.tsx'
import { paths } from '../../paths.ts'
import { useTitle } from '../../shell/use-title.ts'
import { ObjectTasks } from '../../tasks/object-tasks.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { MoreIcon, RestartIcon, VmIcon } from '../../ui/display/icons.tsx'
import { Mono } from '../../ui/display/text.tsx'
import { Menu } from '../../ui/floating/menu.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PageTabs } from '../../ui/layout/tabs.tsx'
import { NodeBadge } from '../node-state.tsx'
import { type NodeActions, useNodeActions } from '../use-node-actions.tsx'
import { NodeHosts } from './node-hosts.tsx'
import { NodeOverview } from './node-overview.tsx'
import { NodePath } from './node-path.tsx'

const nodeTabs = ['overview', 'hosts', 'history'] as const

/** One node: head, tabs, and what each shows. */
export function NodePage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.node.get.queryOptions({ params: { node_id: id } }))
  useTitle(query.data?.name)
  return <ObjectGate query={query}>{(node) => <Page node={node} />}</ObjectGate>
}

function Page({ node }: { node: Node }) {
  const t = useTranslations('nodes')
  const [tab] = useQueryState('tab', parseAsStringLiteral(nodeTabs).withDefault('overview'))
  const actions = useNodeActions()
  return (
    <>
      <PageCrumbs crumbs={[{ label: node.name }]} />
      <PageHeader
        title={node.name}
        badges={
          <>
            <NodeBadge node={node} />
            {node.state === 'active' ? <HealthBadge health={node.health} /> : null}
          </>
        }
        actions={<HeadActions node={node} actions={actions} />}
        below={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-fg-2">
            <NodePath node={node} />
            <Mono>{node.ip}</Mono>
            {node.comment ? <span className="max-w-160 truncate">{node.comment}</span> : null}
          </div>
        }
      />
      <PageTabs
        label={t('page.tabs')}
        tabs={nodeTabs.map((one) => ({
          href: paths.node(node.id, one === 'overview' ? undefined : one),
          label: t(`page.${one}`),
          current: one === tab,
          ...(one === 'hosts' && { count: node.host_count }),
        }))}
      />
      {tab === 'overview' ? <NodeOverview node={node} actions={actions} /> : null}
      {tab === 'hosts' ? <NodeHosts node={node} /> : null}
      {tab === 'history' ? (
        <div className="max-w-200 px-6 py-3 phone:px-4">
          <ObjectTasks entity="node" id={node.id} count={100} />
        </div>
      ) : null}
      {actions.dialogs}
    </>
  )
}

function HeadActions({ node, actions }: { node: Node; actions: NodeActions }) {
  const t = useTranslations('nodes')
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
      <Menu
        label={t('page.more', { name: node.name })}
        entries={actions.entries(node)}
        trigger={
          <IconButton kind="default" label={t('page.moreActions')}>
            <MoreIcon />
          </IconButton>
        }
      />
    </>
  )
}
