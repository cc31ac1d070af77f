'use client'
import { useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { RestoreAsDisk } from './restore-as-disk.tsx'
import { RestoreAsHost } from './restore-as-host.tsx'
import { RestoreLosses } from './restore-losses.tsx'
import { useRestorePlan } from './use-restore-plan.ts'

/** What is restored from a backup: all disks of its moment in their place, its disk alone, a VM beside the present one, or a disk. */
export type RestoreQuestion = { what: 'host' | 'disk' | 'asHost' | 'asDisk'; backup: AnyBackup }

type Props = RestoreQuestion & {
  /** The VM that the backup is of; null when it is gone. */
  host: Host | null
  /** Backups of the same moment, this one among them. */
  together: readonly AnyBackup[]
  onClose: () => void
}

/** What is asked before something is restored, with all that will happen. Loaded with the first question. */
export default function RestoreDialogs({ what, backup, host, together, onClose }: Props) {
  const ofMoment = together.filter(({ state }) => state === 'active')
  switch (what) {
    case 'asHost':
      return <RestoreAsHost backup={backup} together={ofMoment} onClose={onClose} />
    case 'asDisk':
      return <RestoreAsDisk backup={backup} onClose={onClose} />
    case 'host':
      return <InPlace what="host" backup={backup} host={host} together={ofMoment} onClose={onClose} />
    case 'disk':
      return <InPlace what="disk" backup={backup} host={host} together={[backup]} onClose={onClose} />
  }
}

function InPlace({ what, backup, host, together, onClose }: Props & { what: 'host' | 'disk' }) {
  const t = useTranslations('restore')
  const { restore } = useTRPCClient().vm
  const plan = useRestorePlan(host, together)
  const name = what === 'host' ? (host?.name ?? '') : (backup.disk?.name ?? '')
  const params = { host_id: host?.id ?? 0, disk_id: backup.disk?.id ?? 0 }
  const body = { backup: backup.id }
  return (
    <ConfirmAction
      title={t(`${what}.title`, { name })}
      lost={<RestoreLosses backup={backup} host={host} plan={plan} />}
      name={name}
      action={t(`${what}.action`)}
      disabledReason={plan.standing ? t(`standing.${plan.standing}`) : undefined}
      run={() => (what === 'host' ? restore.host.mutate({ params, body }) : restore.disk.mutate({ params, body }))}
      onClose={onClose}
    />
  )
}
