'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { DiskBackup } from '../../server/domain/backup/schema.ts'
import { paths } from '../paths.ts'
import { useRehearse } from '../rehearsals/use-rehearse.ts'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { BackupState, placesOf } from './backup-state.tsx'
import { useBackupActions, useBackupHindrance } from './use-backup-actions.tsx'

export const newest = { field: 'id', desc: true }

/** What lists of backups of many VMs have in common: their menu, and what a telephone shows. */
export function useBackupList() {
  const t = useTranslations('backups')
  const restore = useTranslations('restore')
  const why = useBackupHindrance()
  const rehearse = useRehearse()
  const { entries: own, ask, dialogs } = useBackupActions()
  const entries = useCallback(
    (backup: DiskBackup): MenuEntry[] => {
      const standing = why(backup)
      const anew = (['asHost', 'asDisk'] as const).map(
        (command): MenuEntry => ({
          label: restore(`menu.${command}`),
          ...(standing !== undefined && { disabledReason: restore('notWhole') }),
          onSelect: () => ask({ command, record: backup }),
        }),
      )
      const inPlace: MenuEntry = {
        label: t('inPlace'),
        ...(backup.host === null
          ? { disabledReason: restore('noHost') }
          : { href: paths.host(backup.host, 'backups') }),
      }
      return [inPlace, ...anew, ...rehearse(backup), ...own(backup)]
    },
    [t, restore, why, ask, rehearse, own],
  )
  const phone = (backup: DiskBackup) => ({
    detail: [backup.host_name, placesOf(backup)].filter(Boolean).join(', '),
    state: <BackupState backup={backup} />,
  })
  return { actions: { entries, dialogs }, ask, phone }
}
