'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { DeleteIcon, ServerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const HardwareDialogs = lazy(() => import('./hardware-dialogs.tsx'))

export type HardwareAsking =
  | { command: 'createPlatform' | 'createSocket' }
  | { command: 'editPlatform' | 'deletePlatform'; platform: Platform }
  | { command: 'editSocket' | 'deleteSocket'; socket: CpuSocket }

/** What can be done to platforms and sockets. Put `dialogs` on the page once. */
export function useHardwareActions() {
  const t = useTranslations('hardware')
  const { ask, dialogs } = useAsking<HardwareAsking>((asked, close) => (
    <HardwareDialogs asked={asked} onClose={close} />
  ))
  const ofPlatform = useCallback(
    (platform: Platform): MenuEntry[] => {
      const servers = paths.servers({ f: `platform:is:${platform.id}` })
      return [
        { label: t('showServers'), icon: <ServerIcon />, href: servers },
        { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'editPlatform', platform }) },
        { kind: 'line' },
        {
          label: t('platform.delete'),
          icon: <DeleteIcon />,
          danger: true,
          ...(platform.server_count > 0 && {
            disabledReason: t('platform.inUse', { count: platform.server_count }),
            fix: { label: t('showServers'), href: servers },
          }),
          onSelect: () => ask({ command: 'deletePlatform', platform }),
        },
      ]
    },
    [ask, t],
  )
  const ofSocket = useCallback(
    (socket: CpuSocket): MenuEntry[] => [
      { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'editSocket', socket }) },
      { kind: 'line' },
      {
        label: t('socket.delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(socket.platform_count > 0 && { disabledReason: t('socket.inUse', { count: socket.platform_count }) }),
        onSelect: () => ask({ command: 'deleteSocket', socket }),
      },
    ],
    [ask, t],
  )
  return { ofPlatform, ofSocket, ask, dialogs }
}

export type HardwareActions = ReturnType<typeof useHardwareActions>
