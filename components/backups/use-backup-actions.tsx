'use client'
import Copy from 'lucide-react/icons/copy'
import Files from 'lucide-react/icons/files'
import FolderInput from 'lucide-react/icons/folder-input'
import MoveRight from 'lucide-react/icons/move-right'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import { lazy, type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { useRefusal } from '../i18n/use-refusal.ts'
import { paths } from '../paths.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const BackupDialogs = lazy(() => import('./backup-dialogs.tsx'))

export type BackupAsked =
  | Asking<AnyBackup, 'copy' | 'move' | 'relocate' | 'asHost' | 'asDisk'>
  /** Those of one VM, or all. */
  | { command: 'deleted'; host: { id: number; name: string } | null }

/** Why a backup cannot be copied or read now; undefined when it can. */
export function useBackupHindrance() {
  const t = useTranslations('backups')
  return useCallback(
    ({ state }: AnyBackup): string | undefined =>
      state === 'active' ? undefined : t(state === 'crashed' ? 'notWhole' : 'busy'),
    [t],
  )
}

/** The one definition of what can be done to a backup, but for restoring it. Put `dialogs` on the page once. */
export function useBackupActions() {
  const t = useTranslations('backups')
  const refusal = useRefusal()
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const why = useBackupHindrance()
  const { edit, remove, ask, dialogs } = useRecordActions<AnyBackup, BackupAsked>('backups', BackupDialogs)
  const pin = useCallback(
    ({ id, name, pinned }: AnyBackup) =>
      vm.backup.edit
        .mutate({ params: { backup_id: id }, body: { pinned: !pinned } })
        .catch(faultToast(t('notChanged', { name }))),
    [vm, t],
  )
  const entries = useCallback(
    (backup: AnyBackup): MenuEntry[] => {
      const standing = why(backup)
      const whole = standing !== undefined && { disabledReason: standing }
      const alone = backup.content === 'archive' && { disabledReason: refusal('disk_export') }
      const closed = whole || alone
      const onNode = backup.copies.some(({ node }) => node !== null)
      const goes = (command: 'copy' | 'move' | 'relocate', icon: ReactNode): MenuEntry => ({
        label: t(`${command}.open`),
        icon,
        ...whole,
        onSelect: () => ask({ command, record: backup }),
      })
      // Others choose among the locations of their VM, and none are named once it is gone.
      const relocates = isAdmin || backup.host !== null
      return [
        { label: t('files'), icon: <Files />, ...(closed ? closed : { href: paths.backupFiles(backup.id) }) },
        { kind: 'line' },
        ...(isAdmin ? [goes('copy', <Copy />)] : []),
        ...(isAdmin && onNode ? [goes('move', <MoveRight />)] : []),
        ...(relocates ? [goes('relocate', <FolderInput />)] : []),
        {
          label: t(backup.pinned ? 'unpin' : 'pin'),
          icon: backup.pinned ? <PinOff /> : <Pin />,
          onSelect: () => void pin(backup),
        },
        edit(backup),
        { kind: 'line' },
        remove(backup, backup.state === 'active' || backup.state === 'crashed' ? false : { disabledReason: t('busy') }),
      ]
    },
    [t, refusal, why, isAdmin, ask, pin, edit, remove],
  )
  return { entries, ask, dialogs }
}
