'use client'
import { useTranslations } from 'use-intl'
import type { DiskBackup } from '../../server/domain/backup/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useBackupColumns } from './columns.tsx'
import { backupViews, useBackupFilters } from './filters.ts'
import { useBackupBulk } from './use-backup-bulk.tsx'
import { newest, useBackupList } from './use-backup-list.tsx'

/** Backups of all VMs and disks that a person may see. */
export function BackupsPage() {
  const t = useTranslations('backups')
  const trpc = useTRPC()
  const { actions, ask, phone } = useBackupList()
  return (
    <ResourceList<DiskBackup>
      id="backups"
      words="backups"
      csv="vm/backup"
      list={trpc.vm.backup.list}
      sort={newest}
      views={backupViews}
      filters={useBackupFilters()}
      columns={useBackupColumns()}
      actions={actions}
      bulk={useBackupBulk()}
      mostChosen={1000}
      phone={phone}
      beside={<Button onClick={() => ask({ command: 'deleted', host: null })}>{t('deleted.open')}</Button>}
    />
  )
}
