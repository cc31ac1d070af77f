'use client'
import { useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { inWords } from '../api/in-words.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
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
  const router = useRouter()
  const path = usePathname()
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('title', { name: cluster.name })}
      lost={t('lost')}
      name={cluster.name}
      action={t('action')}
      onConfirm={async () => {
        await inWords(vm.cluster.delete.mutate({ params: { cluster_id: cluster.id } }))
        // Its own page would only say that it is gone.
        if (path === paths.cluster(cluster.id)) router.push(paths.clusters())
        await queries.invalidateQueries(trpc.vm.cluster.list.pathFilter())
      }}
    />
  )
}
