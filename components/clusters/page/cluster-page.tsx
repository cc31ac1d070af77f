'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../../server/domain/cluster/record.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { lazyTab } from '../../figures/lazy-tab.tsx'
import { HostsOf } from '../../hosts/hosts-of.tsx'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { ObjectHistory } from '../../tasks/object-history.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { NodeIcon } from '../../ui/display/icons.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { isWhole } from '../cluster-record.ts'
import { useClusterActions } from '../use-cluster-actions.tsx'
import { ClusterOverview } from './cluster-overview.tsx'

const ClusterFigures = lazyTab(() => import('../../figures/cluster-figures.tsx').then((m) => m.ClusterFigures))

const without = ['cluster']

/** One cluster: head, tabs, and what each shows. */
export function ClusterPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.cluster.get.queryOptions({ params: { cluster_id: id } }))
  return <ObjectGate query={query}>{(cluster) => (isWhole(cluster) ? <Page cluster={cluster} /> : null)}</ObjectGate>
}

function Page({ cluster }: { cluster: Cluster }) {
  const t = useTranslations('clusters')
  const actions = useClusterActions()
  return (
    <ObjectPage
      name={cluster.name}
      badges={<Tag>{t(`kinds.${cluster.virtualization_type}`)}</Tag>}
      actions={
        <>
          <Button asChild icon={<NodeIcon />}>
            <Link href={paths.newNode({ cluster: cluster.id })}>{t('commands.attach')}</Link>
          </Button>
          {actions.editButton(cluster)}
        </>
      }
      entries={actions.entries(cluster)}
      below={cluster.comment ? <p className="max-w-160 truncate text-12 text-fg-2">{cluster.comment}</p> : undefined}
      href={(tab) => paths.cluster(cluster.id, tab)}
      tabs={{
        overview: { show: () => <ClusterOverview cluster={cluster} /> },
        hosts: { count: cluster.host_count, show: () => <Hosts cluster={cluster} /> },
        figures: { show: () => <ClusterFigures id={cluster.id} /> },
        history: { show: () => <ObjectHistory entity="cluster" id={cluster.id} /> },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}

function Hosts({ cluster: { id } }: { cluster: Cluster }) {
  const t = useTranslations('clusters')
  return (
    <HostsOf
      id="cluster.hosts"
      base={`cluster EQ ${id}`}
      without={without}
      empty={
        <EmptyState
          title={t('page.noHosts')}
          actions={
            <Button asChild>
              <Link href={paths.newHost({ cluster: id })}>{t('commands.createHost')}</Link>
            </Button>
          }
        >
          {t('page.noHostsHint')}
        </EmptyState>
      }
    />
  )
}
