'use client'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { BackupLocationState } from './backup-location-state.tsx'
import { useBackupLocationColumns, useBackupLocationFilters } from './columns.tsx'
import { useBackupLocationActions } from './use-backup-location-actions.tsx'

const rowHref = ({ id }: BackupLocation) => paths.backupLocation(id)
const byName = { field: 'name', desc: false }

/** The places that backups are stored in. */
export function BackupLocationsPage() {
  const trpc = useTRPC()
  const actions = useBackupLocationActions()
  return (
    <ResourceList<BackupLocation>
      id="backup-locations"
      words="backupLocations"
      csv="vm/backup_location"
      list={trpc.vm.backupLocation.list}
      sort={byName}
      filters={useBackupLocationFilters()}
      columns={useBackupLocationColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(location) => ({
        detail: `${location.connection_params.ip}:${location.connection_params.path}`,
        state: <BackupLocationState location={location} />,
      })}
      create={actions.createButton()}
    />
  )
}
