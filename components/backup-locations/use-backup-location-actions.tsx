'use client'
import Plug from 'lucide-react/icons/plug'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import { DeleteIcon, KeyIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const BackupLocationDialogs = lazy(() => import('./backup-location-dialogs.tsx'))

export type BackupLocationAsked = Asking<BackupLocation, 'recovery' | 'letGo'>

/** The one definition of what can be done to a backup location. Put `dialogs` on the page once. */
export function useBackupLocationActions() {
  const t = useTranslations('backupLocations')
  const { vm } = useTRPCClient()
  const { ask, edit, remove, ...asking } = useRecordActions<BackupLocation, BackupLocationAsked>(
    'backupLocations',
    BackupLocationDialogs,
  )
  const check = useCallback(
    ({ id, name }: BackupLocation) =>
      vm.backupLocation.check.mutate({ params: { location_id: id } }).catch(faultToast(t('notChecked', { name }))),
    [vm, t],
  )
  const entries = useCallback(
    (record: BackupLocation): MenuEntry[] => [
      { label: t('check'), icon: <Plug />, onSelect: () => void check(record) },
      { label: t('recovery.action'), icon: <KeyIcon />, onSelect: () => ask({ command: 'recovery', record }) },
      ...(record.held_since
        ? [{ label: t('letGo.action'), icon: <DeleteIcon />, onSelect: () => ask({ command: 'letGo', record }) }]
        : []),
      { kind: 'line' },
      edit(record),
      remove(record),
    ],
    [ask, edit, remove, check, t],
  )
  return { entries, ask, check, ...asking }
}
