'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { ServerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const PlatformDialogs = lazy(() => import('./platform-dialogs.tsx'))
const SocketDialogs = lazy(() => import('./socket-dialogs.tsx'))

/** The one definition of what can be done to a hardware model. Put `dialogs` on the page once. */
export function usePlatformActions() {
  const t = useTranslations('hardware')
  const { edit, remove, ...asking } = useRecordActions<Platform>('hardware.platform', PlatformDialogs)
  const entries = useCallback(
    (platform: Platform): MenuEntry[] => {
      const servers = { label: t('showServers'), href: paths.servers({ f: `platform:is:${platform.id}` }) }
      const count = platform.server_count
      return [
        { ...servers, icon: <ServerIcon /> },
        edit(platform),
        { kind: 'line' },
        remove(platform, count > 0 && { disabledReason: t('platform.inUse', { count }), fix: servers }),
      ]
    },
    [edit, remove, t],
  )
  return { entries, ...asking }
}

/** The one definition of what can be done to a kind of CPU socket. */
export function useSocketActions() {
  const t = useTranslations('hardware.socket')
  const { edit, remove, ...asking } = useRecordActions<CpuSocket>('hardware.socket', SocketDialogs)
  const entries = useCallback(
    (socket: CpuSocket): MenuEntry[] => [
      edit(socket),
      { kind: 'line' },
      remove(socket, socket.platform_count > 0 && { disabledReason: t('inUse', { count: socket.platform_count }) }),
    ],
    [edit, remove, t],
  )
  return { entries, ...asking }
}
