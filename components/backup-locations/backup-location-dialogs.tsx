'use client'
import { useTranslations } from 'use-intl'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { BackupLocationForm } from './backup-location-form.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'
import type { BackupLocationAsked } from './use-backup-location-actions.tsx'

/** Asks before a location that was taken over is collected like any other. */
function LetGo({ location: { id, name }, onClose }: { location: BackupLocation; onClose: () => void }) {
  const t = useTranslations('backupLocations.letGo')
  const { vm } = useTRPCClient()
  return (
    <ConfirmAction
      title={t('title', { name })}
      lost={t('about')}
      action={t('confirm')}
      run={() => vm.backupLocation.edit.mutate({ params: { location_id: id }, body: { let_go: true } })}
      onClose={onClose}
    />
  )
}

/** Dialogs of the commands on backup locations. */
export default function BackupLocationDialogs({ asked, onClose }: DialogsProps<BackupLocationAsked>) {
  const t = useTranslations('backupLocations')
  const { vm } = useTRPCClient()
  if (asked.command === 'recovery') return <RecoveryDialog location={asked.record} onClose={onClose} />
  if (asked.command === 'letGo') return <LetGo location={asked.record} onClose={onClose} />
  return (
    <RecordDialogs<BackupLocation>
      asked={asked as Asking<BackupLocation>}
      onClose={onClose}
      words="backupLocations"
      form={(form) => <BackupLocationForm {...form} />}
      remove={({ id, only_here }) => ({
        lost: only_here > 0 ? t('lostBackups', { count: only_here }) : undefined,
        page: paths.backupLocation(id),
        list: paths.backupLocations(),
        run: () => vm.backupLocation.delete.mutate({ params: { location_id: id }, query: { forget: only_here } }),
      })}
    />
  )
}
