'use client'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { State } from '../ui/display/state-mark.tsx'

/** State of a cluster in a line; one without nodes cannot hold a VM yet. */
export function ClusterState({ cluster }: { cluster: Pick<Cluster, 'state' | 'node_count'> }) {
  const t = useTranslations('clusters.states')
  if (cluster.state !== 'active') return <State kind="run">{t('deleting')}</State>
  return cluster.node_count === 0 ? <State kind="pause">{t('empty')}</State> : <State kind="on">{t('active')}</State>
}
