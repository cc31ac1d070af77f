'use client'
import Ban from 'lucide-react/icons/ban'
import ExternalLink from 'lucide-react/icons/external-link'
import MapPin from 'lucide-react/icons/map-pin'
import Play from 'lucide-react/icons/play'
import Wrench from 'lucide-react/icons/wrench'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { type ServerAction, whyNotServer } from '../../server/domain/server/rules.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { paths } from '../paths.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import { ConsoleIcon, LockIcon, NodeIcon, RackIcon, UserIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { useOperationEntries } from './use-operation-entries.tsx'

const ServerDialogs = lazy(() => import('./server-dialogs.tsx'))

export type ServerAsking = Asking<Server, 'move' | 'owner' | 'node' | 'suspend'>

/** The one definition of what can be done to a server. Put `dialogs` on the page once. */
export function useServerActions() {
  const t = useTranslations('servers')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const impact = useImpactEntry()
  const operations = useOperationEntries()
  const { ask, dialogs, edit, remove } = useRecordActions<Server, ServerAsking>('servers', ServerDialogs)
  const protect = useCallback(
    (id: number, is_protected: boolean) =>
      dci.server.edit.mutate({ params: { server_id: id }, body: { is_protected } }),
    [dci],
  )
  const maintain = useCallback(
    (id: number, maintenance: boolean) =>
      dci.server.setMaintenance.mutate({ params: { server_id: id }, body: { maintenance } }),
    [dci],
  )
  const destroy = useCallback((id: number) => dci.server.delete.mutate({ params: { server_id: id } }), [dci])
  /** The sentence why something cannot be done, or undefined. */
  const why = useCallback(
    (action: ServerAction, server: Server): string | undefined => {
      const reason = whyNotServer(action, server, { isAdmin })
      return reason && t(`stays.${reason}`)
    },
    [isAdmin, t],
  )
  const entries = useCallback(
    (server: Server): MenuEntry[] => {
      const off = (action: ServerAction, of: Server) => {
        const disabledReason = why(action, of)
        return disabledReason === undefined ? {} : { disabledReason }
      }
      const opens = (href: string) => () => void window.open(href, '_blank', 'noopener')
      const wayIn: MenuEntry[] = server.ipmi
        ? [
            {
              label: t('openConsole'),
              icon: <ConsoleIcon />,
              ...off('console', server),
              onSelect: opens(paths.serverConsole(server.id)),
            },
            {
              label: t('web.open'),
              icon: <ExternalLink />,
              ...off('web', server),
              onSelect: opens(paths.serverWeb(server.id)),
            },
          ]
        : []
      if (!isAdmin) return [...wayIn, ...operations(server)]
      const said = (call: Promise<unknown>) => void call.catch(faultToast(t('notDone', { name: server.name })))
      const asks = (command: 'move' | 'owner' | 'node' | 'suspend') => () => ask({ command, record: server })
      return [
        edit(server),
        { label: t('commands.move'), icon: <MapPin />, onSelect: asks('move') },
        ...(server.rack
          ? [
              {
                label: t('commands.showRack'),
                icon: <RackIcon />,
                href: paths.rack(server.rack.id, { device: `server-${server.id}` }),
              },
            ]
          : []),
        impact('server', server.id),
        ...wayIn,
        { kind: 'line' },
        ...operations(server),
        { kind: 'line' },
        { label: t('commands.owner'), icon: <UserIcon />, onSelect: asks('owner') },
        { label: t('commands.node'), icon: <NodeIcon />, onSelect: asks('node') },
        {
          label: t(server.maintenance ? 'commands.inService' : 'commands.maintenance'),
          icon: <Wrench />,
          onSelect: () => said(maintain(server.id, !server.maintenance)),
        },
        {
          label: t(server.is_protected ? 'commands.unprotect' : 'commands.protect'),
          icon: <LockIcon />,
          onSelect: () => said(protect(server.id, !server.is_protected)),
        },
        server.state === 'suspended'
          ? {
              label: t('commands.resume'),
              icon: <Play />,
              onSelect: () => said(dci.server.resume.mutate({ params: { server_id: server.id }, body: {} })),
            }
          : {
              label: t('commands.suspend'),
              icon: <Ban />,
              ...off('suspend', server),
              onSelect: asks('suspend'),
            },
        { kind: 'line' },
        remove(server, off('delete', server)),
      ]
    },
    [ask, dci, edit, impact, isAdmin, maintain, operations, protect, remove, t, why],
  )
  return { entries, operations, why, protect, maintain, destroy, dialogs }
}

export type ServerActions = ReturnType<typeof useServerActions>
