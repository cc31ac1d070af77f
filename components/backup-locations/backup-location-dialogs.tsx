'use client'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { BackupLocationForm } from './backup-location-form.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'
import type { BackupLocationAsked } from './use-backup-location-actions.tsx'

/** Dialogs of the commands on backup locations. */
export default function BackupLocationDialogs({ asked, onClose }: DialogsProps<BackupLocationAsked>) {
  const { vm } = useTRPCClient()
  if (asked.command === 'recovery') return <RecoveryDialog location={asked.record} onClose={onClose} />
  return (
    <RecordDialogs<BackupLocation>
      asked={asked as Asking<BackupLocation>}
      onClose={onClose}
      words="backupLocations"
      form={(form) => <BackupLocationForm {...form} />}
      remove={({ id }) => ({
        page: paths.backupLocation(id),
        list: paths.backupLocations(),
        run: () => vm.backupLocation.delete.mutate({ params: { location_id: id } }),
      })}
    />
  )
}
