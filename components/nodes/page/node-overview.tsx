'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { isCapability } from '../../../server/domain/node/capabilities.ts'
import { nodeFields } from '../../../server/domain/node/fields.ts'
import type { Node } from '../../../server/domain/node/record.ts'
import { HealthBanner } from '../../health/health-banner.tsx'
import { Conditions } from '../../hosts/conditions.tsx'
import { Said } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { useOwnFacts } from '../../resource/own-facts.tsx'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { ObjectTasks } from '../../tasks/object-tasks.tsx'
import { TaskStrip } from '../../tasks/task-strip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { CapacityList } from '../../ui/display/capacity.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { ExactTime } from '../../ui/display/time.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { nodeFace, nodeShares } from '../node-face.ts'
import type { NodeActions } from '../use-node-actions.tsx'
import { NodeInterfaces } from './node-interfaces.tsx'

/** What is wrong, what is going on, how full it is, and what it is made of. */
export function NodeOverview({ node, actions }: { node: Node; actions: NodeActions }) {
  const t = useTranslations('nodes')
  const task = useTaskOf()('node', node.id)
  const shares = nodeShares(node)
  const known = node.cpu_number > 0
  return (
    <WithSidePanel label={t('page.machine')} side={<Side node={node} />}>
      <div className="flex flex-col gap-3">
        {task ? <TaskStrip id={task.id} /> : null}
        <Fault node={node} actions={actions} />
        <HealthBanner entity="node" id={node.id} health={node.health} without={['node', 'node_part']} />
        {known ? (
          <Section title={t('page.load')}>
            <CapacityList
              rows={[
                ...(node.state === 'active'
                  ? [{ label: t('fields.cpu_percent'), kind: 'percent' as const, ...shares.cpu }]
                  : []),
                ...(shares.vcpu ? [{ label: t('fields.vcpu'), kind: 'number' as const, ...shares.vcpu }] : []),
                { label: t('fields.ram'), kind: 'size', ...shares.ram },
                { label: t('fields.allocated'), kind: 'size', ...shares.allocated },
                { label: t('fields.storage'), kind: 'size', ...shares.storage },
              ]}
            />
          </Section>
        ) : null}
        <NodeInterfaces id={node.id} />
      </div>
    </WithSidePanel>
  )
}

function Fault({ node, actions }: { node: Node; actions: NodeActions }) {
  const t = useTranslations('nodes')
  const { kind, state, cause } = nodeFace(node)
  if (kind !== 'fault' && kind !== 'warn') return null
  return (
    <Notice
      kind={kind}
      title={t(kind === 'warn' ? 'page.faultActive' : 'page.fault', { name: node.name })}
      actions={
        kind === 'fault' ? (
          <Button size="sm" onClick={() => actions.run('attach', node)}>
            {actions.label('attach', node)}
          </Button>
        ) : null
      }
    >
      {cause ? (
        <p className="text-fg">
          <Said text={cause} />
        </p>
      ) : null}
      {node.unavailable_since ? (
        <p>
          {t('page.since')} <ExactTime at={node.unavailable_since} />
        </p>
      ) : null}
      <p>{state === 'crashed' ? t('page.halfHint') : t('page.faultHint')}</p>
    </Notice>
  )
}

function Side({ node }: { node: Node }) {
  const t = useTranslations('nodes')
  const format = useFormatter()
  const known = node.cpu_number > 0
  const own = useOwnFacts(nodeFields, 'nodes')
  return (
    <>
      <SidePanelSection title={t('page.machine')}>
        <Facts
          facts={[
            { term: t('fields.ip'), value: <Copyable text={node.ip} /> },
            (node.host_filter ?? []).length > 0 && {
              term: t('fields.host_filter'),
              value: <Conditions filter={node.host_filter} />,
            },
            {
              term: t('fields.ssh'),
              value: <Copyable text={`ssh ${node.port === 22 ? '' : `-p ${node.port} `}${node.ssh_user}@${node.ip}`} />,
            },
            {
              term: t('fields.cluster'),
              value: <TextLink href={paths.cluster(node.cluster.id)}>{node.cluster.name}</TextLink>,
            },
            ...own(node, { without: ['name', 'comment', known ? '' : 'cpu_number'] }),
            node.capabilities.length > 0 && {
              term: t('page.capabilities'),
              value: format.list(node.capabilities.filter(isCapability).map((one) => t(`capabilities.${one}`))),
            },
            known && { term: t('fields.vcpu'), value: format.number(node.cpu.used) },
            { term: t('fields.id'), value: <Copyable text={String(node.id)} /> },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('page.history')}>
        <ObjectTasks entity="node" id={node.id} />
      </SidePanelSection>
    </>
  )
}
