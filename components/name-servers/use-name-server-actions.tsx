'use client'
import Plug from 'lucide-react/icons/plug'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { NameServer } from '../../server/domain/name-server/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const NameServerDialogs = lazy(() => import('./name-server-dialogs.tsx'))

/** The one definition of what can be done to a name server. Put `dialogs` on the page once. */
export function useNameServerActions() {
  const t = useTranslations('nameServers')
  const { ip } = useTRPCClient()
  const { edit, remove, ...asking } = useRecordActions<NameServer>('nameServers', NameServerDialogs)
  const check = useCallback(
    ({ id, name }: NameServer) =>
      ip.nameServer.check.mutate({ params: { name_server_id: id } }).catch(faultToast(t('notChecked', { name }))),
    [ip, t],
  )
  const entries = useCallback(
    (server: NameServer): MenuEntry[] => [
      { label: t('check'), icon: <Plug />, onSelect: () => void check(server) },
      { kind: 'line' },
      edit(server),
      remove(server),
    ],
    [edit, remove, check, t],
  )
  return { entries, ...asking }
}
