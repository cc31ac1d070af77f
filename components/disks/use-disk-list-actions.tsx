'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const DiskListDialogs = lazy(() => import('./disk-list-dialogs.tsx'))

/** What can be done to a disk in a list: those of VMs are changed on the page of their VM. */
export function useDiskListActions() {
  const t = useTranslations('disks')
  const { edit, remove, ...asking } = useRecordActions<Disk>('disks', DiskListDialogs)
  const entries = useCallback(
    (disk: Disk): MenuEntry[] => {
      const { host } = disk
      if (host) return [{ label: t('ofHost', { name: host.name }), href: paths.host(host.id, 'disks') }]
      const busy = disk.state !== 'active' && { disabledReason: t('busy') }
      return [{ ...edit(disk), ...busy }, { kind: 'line' }, remove(disk, busy)]
    },
    [edit, remove, t],
  )
  return { entries, ...asking }
}
