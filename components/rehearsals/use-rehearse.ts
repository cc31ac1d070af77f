'use client'
import { useTranslations } from 'use-intl'
import type { Backup } from '../../server/domain/backup/schema.ts'
import { refusalMessage } from '../../server/domain/node/capabilities.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { toast } from '../ui/floating/toast.tsx'

/** The rehearsal of a backup for its menu; nothing for those who may not begin one. */
export function useRehearse(): (backup: Backup) => MenuEntry[] {
  const t = useTranslations('rehearsals.start')
  const said = useSaid()
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const start = ({ id, name }: Backup) =>
    vm.rehearsal.start
      .mutate({ params: { backup_id: id }, body: {} })
      .then(() => void toast({ kind: 'run', title: t('begun', { name }) }), faultToast(t('notBegun', { name })))
  return (backup) =>
    isAdmin
      ? [
          {
            label: t('open'),
            ...(backup.state === 'active' ? {} : { disabledReason: t('notWhole') }),
            ...(backup.content === 'archive' && { disabledReason: said(refusalMessage('disk_export')) }),
            onSelect: () => void start(backup),
          },
        ]
      : []
}
