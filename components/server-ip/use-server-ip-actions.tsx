'use client'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { ipLifecycle } from '../../server/domain/ip/states.ts'
import type { Server } from '../../server/domain/server/record.ts'
import type { ServerAddress } from '../../server/domain/server-ip/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const ServerIpDialogs = lazy(() => import('./server-ip-dialogs.tsx'))

export type ServerIpAsking = { server: Server } & (
  | { command: 'add' }
  | { command: 'edit' | 'release'; address: ServerAddress }
)

/** The one definition of what can be done to the addresses of a server. Its owner changes their domain alone. */
export function useServerIpActions(server: Server) {
  const t = useTranslations('servers.addresses')
  const common = useTranslations('resource')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<ServerIpAsking>((asked, close) => (
    <ServerIpDialogs asked={asked} onClose={close} />
  ))
  const entries = useCallback(
    (address: ServerAddress): MenuEntry[] => {
      const unless = (action: 'edit' | 'delete', onSelect: () => void) =>
        ipLifecycle.can(action, address.status).ok ? { onSelect } : { disabledReason: t('busy') }
      const makeMain = () =>
        dci.ip.makeMain
          .mutate({ params: { ip_id: address.id }, body: {} })
          .catch(faultToast(t('mainFailed', { name: address.name })))
      const edit: MenuEntry = {
        label: common('edit'),
        icon: <Pencil />,
        ...unless('edit', () => ask({ command: 'edit', server, address })),
      }
      if (!isAdmin) return [edit]
      return [
        ...(address.family === 'ipv4' && !address.is_main
          ? [{ label: t('makeMain'), icon: <Star />, ...unless('edit', () => void makeMain()) }]
          : []),
        edit,
        { kind: 'line' },
        {
          label: t('release'),
          icon: <DeleteIcon />,
          danger: true,
          ...unless('delete', () => ask({ command: 'release', server, address })),
        },
      ]
    },
    [ask, common, dci, isAdmin, server, t],
  )
  return { entries, ask, dialogs }
}
