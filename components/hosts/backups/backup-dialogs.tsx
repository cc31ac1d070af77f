'use client'
import { useTranslations } from 'use-intl'
import { GRACE_DAYS } from '../../../server/domain/backup/states.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { DeletedBackups } from './deleted-backups.tsx'
import type { BackupQuestion } from './host-backups.tsx'
import { MakeBackup } from './make-backup.tsx'

type Props = { host: Host; asked: BackupQuestion; onClose: () => void }

/** What is asked before something is done with backups. Loaded with the first question. */
export default function BackupDialogs({ host, asked, onClose }: Props) {
  const t = useTranslations('hosts.backups')
  const { backup: calls } = useTRPCClient().vm
  switch (asked.what) {
    case 'make':
      return <MakeBackup host={host} onClose={onClose} />
    case 'deleted':
      return <DeletedBackups host={host} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmAction
          title={t('delete.title', { name: asked.backup.name })}
          lost={t('delete.lost', { days: GRACE_DAYS })}
          action={t('delete.action')}
          run={() => calls.delete.mutate({ params: { backup_id: asked.backup.id } })}
          onClose={onClose}
        />
      )
  }
}
