'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../../server/domain/cluster/record.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { HostsOf } from '../../hosts/hosts-of.tsx'
import { paths } from '../../paths.ts'
import { useTitle } from '../../shell/use-title.ts'
import { ObjectTasks } from '../../tasks/object-tasks.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { MoreIcon, NodeIcon } from '../../ui/display/icons.tsx'
import { Menu } from '../../ui/floating/menu.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PageTabs } from '../../ui/layout/tabs.tsx'
import { isWhole } from '../cluster-record.ts'
import { useClusterActions } from '../use-cluster-actions.tsx'
import { ClusterOverview } from './cluster-overview.tsx'

const clusterTabs = ['overview', 'hosts', 'history'] as const
const without = ['cluster']

/** One cluster: head, tabs, and what each shows. */
export function ClusterPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.cluster.get.queryOptions({ params: { cluster_id: id } }))
  useTitle(query.data?.name)
  return <ObjectGate query={query}>{(cluster) => (isWhole(cluster) ? <Page cluster={cluster} /> : null)}</ObjectGate>
}

function Page({ cluster }: { cluster: Cluster }) {
  const t = useTranslations('clusters')
  const [tab] = useQueryState('tab', parseAsStringLiteral(clusterTabs).withDefault('overview'))
  const actions = useClusterActions()
  return (
    <>
      <PageCrumbs crumbs={[{ label: cluster.name }]} />
      <PageHeader
        title={cluster.name}
        badges={<Tag>{t(`kinds.${cluster.virtualization_type}`)}</Tag>}
        actions={
          <>
            <Button asChild icon={<NodeIcon />}>
              <Link href={paths.newNode({ cluster: cluster.id })}>{t('commands.attach')}</Link>
            </Button>
            <Button onClick={() => actions.ask({ command: 'edit', cluster })}>{t('commands.edit')}</Button>
            <Menu
              label={t('page.more', { name: cluster.name })}
              entries={actions.entries(cluster)}
              trigger={
                <IconButton kind="default" label={t('page.moreActions')}>
                  <MoreIcon />
                </IconButton>
              }
            />
          </>
        }
        below={cluster.comment ? <p className="max-w-160 truncate text-12 text-fg-2">{cluster.comment}</p> : undefined}
      />
      <PageTabs
        label={t('page.tabs')}
        tabs={clusterTabs.map((one) => ({
          href: paths.cluster(cluster.id, one === 'overview' ? undefined : one),
          label: t(`page.${one}`),
          current: one === tab,
          ...(one === 'hosts' && { count: cluster.host_count }),
        }))}
      />
      {tab === 'overview' ? <ClusterOverview cluster={cluster} /> : null}
      {tab === 'hosts' ? (
        <HostsOf
          id="cluster.hosts"
          base={`cluster EQ ${cluster.id}`}
          without={without}
          empty={
            <EmptyState
              title={t('page.noHosts')}
              actions={
                <Button asChild>
                  <Link href={paths.newHost({ cluster: cluster.id })}>{t('commands.createHost')}</Link>
                </Button>
              }
            >
              {t('page.noHostsHint')}
            </EmptyState>
          }
        />
      ) : null}
      {tab === 'history' ? (
        <div className="max-w-200 px-6 py-3 phone:px-4">
          <ObjectTasks entity="cluster" id={cluster.id} count={100} />
        </div>
      ) : null}
      {actions.dialogs}
    </>
  )
}
