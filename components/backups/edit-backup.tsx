'use client'
import { backupFields } from '../../server/domain/backup/fields.ts'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'

/** Name and comment of a backup, and whether it stays whatever its schedule says. */
export function EditBackup({ backup, onClose }: { backup: AnyBackup; onClose: () => void }) {
  const { vm } = useTRPCClient()
  const { panel, own } = useRecordForm(backupFields, 'backups', 'edit', backup)
  return (
    <RecordForm
      words="backups"
      record={backup}
      panel={panel}
      onClose={onClose}
      onSubmit={(values) =>
        vm.backup.edit.mutate({
          params: { backup_id: backup.id },
          body: toEdit(backupFields, values, backup),
          if_match: backup.version,
        })
      }
    >
      <OwnFields {...own} body="edit" autoFocus />
    </RecordForm>
  )
}
