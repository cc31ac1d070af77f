'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { useStopMove } from './moving.tsx'

const DiskListDialogs = lazy(() => import('./disk-list-dialogs.tsx'))

export type DiskListAsking =
  | Asking<Disk, 'move'>
  | { command: 'image'; record: Disk }
  | { command: 'forget'; record: Disk }

/** What can be done to a disk in a list: those of VMs are changed on the page of their VM. */
export function useDiskListActions() {
  const t = useTranslations('disks')
  const { isAdmin } = useMe()
  const { edit, remove, ...asking } = useRecordActions<Disk, DiskListAsking>('disks', DiskListDialogs)
  const { ask } = asking
  const stop = useStopMove()
  const entries = useCallback(
    (disk: Disk): MenuEntry[] => {
      const { host } = disk
      if (host) return [...stop(disk), { label: t('ofHost', { name: host.name }), href: paths.host(host.id, 'disks') }]
      const busy = disk.state !== 'active' && { disabledReason: t('busy') }
      const move = { label: t('move.action'), onSelect: () => ask({ command: 'move', record: disk }), ...busy }
      const image = { label: t('image.action'), onSelect: () => ask({ command: 'image', record: disk }), ...busy }
      const forget = { label: t('forget'), onSelect: () => ask({ command: 'forget', record: disk }), ...busy }
      const mine: MenuEntry[] = [{ ...edit(disk), ...busy }, ...(isAdmin ? [move, image] : []), { kind: 'line' }]
      return [...stop(disk), ...mine, remove(disk, busy), ...(isAdmin ? [forget] : [])]
    },
    [edit, remove, ask, stop, isAdmin, t],
  )
  return { entries, ...asking }
}
