'use client'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import { ClusterForm } from './cluster-form.tsx'
import type { ClusterAsking } from './use-cluster-actions.tsx'

/** What a command on clusters asks before it is done. Loaded with the first of them. */
export default function ClusterDialogs({ asked, onClose }: { asked: ClusterAsking; onClose: () => void }) {
  if (asked.command === 'create') return <ClusterForm onClose={onClose} />
  return asked.command === 'edit' ? (
    <ClusterForm cluster={asked.cluster} onClose={onClose} />
  ) : (
    <DeleteCluster cluster={asked.cluster} onClose={onClose} />
  )
}

function DeleteCluster({ cluster, onClose }: { cluster: Cluster; onClose: () => void }) {
  const t = useTranslations('clusters.delete')
  const { vm } = useTRPCClient()
  return (
    <DeleteObject
      title={t('title', { name: cluster.name })}
      lost={t('lost')}
      name={cluster.name}
      action={t('action')}
      page={paths.cluster(cluster.id)}
      list={paths.clusters()}
      run={() => vm.cluster.delete.mutate({ params: { cluster_id: cluster.id } })}
      onClose={onClose}
    />
  )
}
