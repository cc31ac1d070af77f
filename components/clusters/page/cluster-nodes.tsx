'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'use-intl'
import type { Cluster } from '../../../server/domain/cluster/record.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { NodeStateLine } from '../../nodes/node-state.tsx'
import { paths } from '../../paths.ts'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Share } from '../../ui/display/share.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'

const MOST = 50

/** The nodes of a cluster with how full each is; more than fit here stand in the list of nodes. */
export function ClusterNodes({ cluster }: { cluster: Cluster }) {
  const t = useTranslations('clusters')
  const format = useFormatter()
  const trpc = useTRPC()
  const taskOf = useTaskOf()
  const query = useQuery(
    trpc.vm.node.list.queryOptions({
      query: { where: `cluster EQ ${cluster.id}`, orderby: 'name', limit: `0,${MOST}` },
    }),
  )
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState title={t('page.nodesUnread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={3} label={t('page.nodes')} />
    )
  if (data.list.length === 0)
    return (
      <EmptyState
        title={t('page.noNodes')}
        actions={
          <Button kind="primary" asChild>
            <Link href={paths.newNode({ cluster: cluster.id })}>{t('commands.attach')}</Link>
          </Button>
        }
      >
        {t('page.noNodesHint')}
      </EmptyState>
    )
  return (
    <Section
      title={t('page.nodes')}
      count={data.size}
      {...(data.size > MOST && {
        action: <TextLink href={paths.nodes({ f: `cluster:is:${cluster.id}` })}>{t('page.allNodes')}</TextLink>,
      })}
    >
      <Table label={t('page.nodes')}>
        <TableHead>
          <Th>{t('fields.name')}</Th>
          <Th>{t('fields.state')}</Th>
          <Th right className="phone:hidden">
            {t('fields.host_count')}
          </Th>
          <Th right>{t('fields.ram_mib')}</Th>
          <Th right>{t('fields.storage_mib')}</Th>
        </TableHead>
        <tbody>
          {data.list.map((node) => (
            <Tr key={node.id}>
              <Td name>
                <TextLink plain href={paths.node(node.id)}>
                  {node.name}
                </TextLink>
              </Td>
              <Td>
                <NodeStateLine node={node} task={taskOf('node', node.id)} />
              </Td>
              <Td right className="phone:hidden">
                {format.number(node.host_count)}
              </Td>
              <Td right>
                <Share used={node.ram_mib.used} of={node.ram_mib.total} label={t('fields.ram_mib')} />
              </Td>
              <Td right>
                <Share used={node.storage_mib.used} of={node.storage_mib.total} label={t('fields.storage_mib')} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
