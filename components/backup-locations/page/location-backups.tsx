'use client'
import type { DiskBackup } from '../../../server/domain/backup/schema.ts'
import type { BackupLocation } from '../../../server/domain/backup-location/schema.ts'
import { useTRPC } from '../../api/trpc.ts'
import { useBackupColumns } from '../../backups/columns.tsx'
import { useBackupFilters } from '../../backups/filters.ts'
import { useBackupBulk } from '../../backups/use-backup-bulk.tsx'
import { newest, useBackupList } from '../../backups/use-backup-list.tsx'
import { RelatedList } from '../../resource/related-list.tsx'

const here = ['copy.backup_location']

/** The backups that have a copy in a location. */
export function LocationBackups({ location }: { location: BackupLocation }) {
  const trpc = useTRPC()
  const { actions, phone } = useBackupList()
  return (
    <RelatedList<DiskBackup>
      id="backups-of-location"
      words="backups"
      list={trpc.vm.backup.list}
      base={`copy.backup_location EQ ${location.id}`}
      without={here}
      sort={newest}
      filters={useBackupFilters()}
      columns={useBackupColumns()}
      actions={actions}
      bulk={useBackupBulk()}
      mostChosen={1000}
      phone={phone}
    />
  )
}
