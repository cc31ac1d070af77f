'use client'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import type { Snapshot } from '../../../server/domain/snapshot/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import type { SnapshotQuestion } from './host-snapshots.tsx'
import { RevertSnapshot } from './revert-snapshot.tsx'
import { TakeSnapshot } from './take-snapshot.tsx'

type Props = { host: Host; snapshots: readonly Snapshot[]; asked: SnapshotQuestion; onClose: () => void }

/** Confirmations of actions on snapshots. Loaded with the first one. */
export default function SnapshotDialogs({ host, snapshots, asked, onClose }: Props) {
  const t = useTranslations('hosts.snapshots')
  const { snapshot: calls } = useTRPCClient().vm
  switch (asked.what) {
    case 'take':
      return <TakeSnapshot host={host} onClose={onClose} />
    case 'deleteAll':
      return (
        <ConfirmAction
          title={t('deleteAll.title', { name: host.name })}
          lost={t('deleteAll.lost', { count: snapshots.length })}
          name={host.name}
          action={t('deleteAll.action')}
          run={() => calls.deleteAll.mutate({ params: { host_id: host.id } })}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <ConfirmAction
          title={t('delete.title', { name: asked.snapshot.ext_name })}
          lost={t('delete.lost', { count: snapshots.filter(({ parent }) => parent === asked.snapshot.id).length })}
          action={t('delete.action')}
          run={() => calls.delete.mutate({ params: { snapshot_id: asked.snapshot.id } })}
          onClose={onClose}
        />
      )
    case 'revert':
      return <RevertSnapshot host={host} snapshot={asked.snapshot} snapshots={snapshots} onClose={onClose} />
  }
}
