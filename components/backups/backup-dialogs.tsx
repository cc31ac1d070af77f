'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { GRACE_DAYS } from '../../server/domain/backup/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import RestoreDialogs from '../restore/restore-dialogs.tsx'
import { DeletedBackups } from './deleted-backups.tsx'
import { EditBackup } from './edit-backup.tsx'
import { CopyBackup, MoveBackup, RelocateBackup } from './transfer-backup.tsx'
import type { BackupAsked } from './use-backup-actions.tsx'

/** Dialogs of the commands on backups. */
export default function BackupDialogs({ asked, onClose }: DialogsProps<BackupAsked>) {
  const t = useTranslations('backups')
  const { vm } = useTRPCClient()
  switch (asked.command) {
    case 'create':
      return null
    case 'deleted':
      return <DeletedBackups host={asked.host} onClose={onClose} />
    case 'copy':
      return <CopyBackup backup={asked.record} onClose={onClose} />
    case 'move':
      return <MoveBackup backup={asked.record} onClose={onClose} />
    case 'relocate':
      return <RelocateBackup backup={asked.record} onClose={onClose} />
    case 'edit':
      return <EditBackup backup={asked.record} onClose={onClose} />
    case 'asHost':
    case 'asDisk':
      return <Restore what={asked.command} backup={asked.record} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmAction
          title={t('deleteTitle', { name: asked.record.name })}
          lost={t('lost', { days: GRACE_DAYS })}
          action={t('delete')}
          run={() => vm.backup.delete.mutate({ params: { backup_id: asked.record.id } })}
          onClose={onClose}
        />
      )
  }
}

type RestoreProps = { what: 'asHost' | 'asDisk'; backup: AnyBackup; onClose: () => void }

/** A backup beside what there is, with the others of its moment. */
function Restore({ what, backup, onClose }: RestoreProps) {
  const where = `run_id EQ '${backup.run_id}'`
  const query = useQuery(useTRPC().vm.backup.list.queryOptions({ query: { where, orderby: 'id', limit: '0,200' } }))
  if (!query.data) return null
  return <RestoreDialogs what={what} backup={backup} host={null} together={query.data.list} onClose={onClose} />
}
