'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { useRefusal } from '../i18n/use-refusal.ts'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { toast } from '../ui/floating/toast.tsx'

type Rehearsable = Pick<AnyBackup, 'id' | 'name' | 'state' | 'content'>

/** Begins a rehearsal of a backup and says so; `name` is what is rehearsed. */
export function useBeginRehearsal(): (backup_id: number, name: string) => Promise<void> {
  const t = useTranslations('rehearsals.start')
  const { vm } = useTRPCClient()
  return useCallback(
    (backup_id, name) =>
      vm.rehearsal.start
        .mutate({ params: { backup_id }, body: {} })
        .then(() => void toast({ kind: 'run', title: t('begun', { name }) }), faultToast(t('notBegun', { name }))),
    [t, vm],
  )
}

/** The rehearsal of a backup for its menu; nothing for those who may not begin one. */
export function useRehearse(): (backup: Rehearsable) => MenuEntry[] {
  const t = useTranslations('rehearsals.start')
  const refusal = useRefusal()
  const begin = useBeginRehearsal()
  const { isAdmin } = useMe()
  return useCallback(
    ({ id, name, state, content }) => {
      if (!isAdmin) return []
      return [
        {
          label: t('open'),
          ...(state === 'active' ? {} : { disabledReason: t('notWhole') }),
          ...(content === 'archive' && { disabledReason: refusal('disk_export') }),
          onSelect: () => void begin(id, name),
        },
      ]
    },
    [t, refusal, begin, isAdmin],
  )
}
