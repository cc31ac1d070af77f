'use client'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { ClusterForm } from './cluster-form.tsx'

/** Dialogs of the commands on clusters. */
export default function ClusterDialogs(props: DialogsProps<Asking<Cluster>>) {
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="clusters"
      form={(form) => <ClusterForm {...form} />}
      remove={({ id }) => ({
        page: paths.cluster(id),
        list: paths.clusters(),
        run: () => vm.cluster.delete.mutate({ params: { cluster_id: id } }),
      })}
    />
  )
}
