'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Cluster } from '../../../server/domain/cluster/record.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { NodeStateLine } from '../../nodes/node-state.tsx'
import { paths } from '../../paths.ts'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Share } from '../../ui/display/share.tsx'
import { linked, TextLink } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

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
  return (
    <Loaded query={query} rows={3} label={t('page.nodes')} unread={t('page.nodesUnread')}>
      {({ list, size }) =>
        size === 0 ? (
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
        ) : (
          <Section
            title={t('page.nodes')}
            count={size}
            {...(size > MOST && {
              action: <TextLink href={paths.nodes({ f: `cluster:is:${cluster.id}` })}>{t('page.allNodes')}</TextLink>,
            })}
          >
            <Rows
              label={t('page.nodes')}
              rows={list}
              columns={[
                {
                  head: t('fields.name'),
                  name: true,
                  cell: ({ id, name }) => linked(paths.node(id), name),
                },
                {
                  head: t('fields.state'),
                  cell: (node) => <NodeStateLine node={node} task={taskOf('node', node.id)} />,
                },
                {
                  head: t('fields.host_count'),
                  right: true,
                  wide: true,
                  cell: ({ host_count }) => format.number(host_count),
                },
                {
                  head: t('fields.ram_mib'),
                  right: true,
                  cell: ({ ram_mib: { used, total } }) => <Share used={used} of={total} label={t('fields.ram_mib')} />,
                },
                {
                  head: t('fields.storage_mib'),
                  right: true,
                  cell: ({ storage_mib: { used, total } }) => (
                    <Share used={used} of={total} label={t('fields.storage_mib')} />
                  ),
                },
              ]}
            />
          </Section>
        )
      }
    </Loaded>
  )
}
