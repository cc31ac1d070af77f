'use client'
import Moon from 'lucide-react/icons/moon'
import RefreshCcw from 'lucide-react/icons/refresh-ccw'
import Zap from 'lucide-react/icons/zap'
import { lazy, type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { isForced, serverVerbs } from '../../server/domain/power/vocabulary.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { PowerIcon, RestartIcon, StartIcon, StopIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { type PowerCommand, type PowerServer, powerCommands, whyNotOffered } from './facts.ts'
import { usePowerLabel } from './labels.ts'

const PowerDialogs = lazy(() => import('./power-dialogs.tsx'))

export type PowerAsking = { command: Exclude<PowerCommand, 'power_on'>; server: PowerServer }

/** One sign a command, the same in every menu. */
export const powerIcons: Record<PowerCommand, ReactNode> = {
  power_on: <StartIcon />,
  shutdown: <Moon />,
  restart: <RestartIcon />,
  power_off: <StopIcon />,
  power_reset: <RefreshCcw />,
  power_cycle: <Zap />,
  boot_device: <PowerIcon />,
}

/** The one definition of the power menu: page, row, bulk bar and rack show the same commands with the same reasons. */
export function usePowerMenu() {
  const t = useTranslations('power')
  const label = usePowerLabel()
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<PowerAsking>((asked, close) => <PowerDialogs {...asked} onClose={close} />)
  const why = useCallback(
    (command: PowerCommand, server: PowerServer): string | undefined => {
      const key = whyNotOffered(command, server, { isAdmin })
      return key && t(`why.${key}`)
    },
    [isAdmin, t],
  )
  const start = useCallback(
    (server: PowerServer) => {
      void dci.power.on
        .mutate({ params: { server_id: server.id }, body: {} })
        .catch(faultToast(t('notDone', { name: server.name })))
    },
    [dci, t],
  )
  const entries = useCallback(
    (server: PowerServer): MenuEntry[] =>
      powerCommands.map((command) => {
        const off = why(command, server)
        return {
          label: label(command),
          icon: powerIcons[command],
          danger: command !== 'boot_device' && isForced(serverVerbs[command]),
          disabledReason: off,
          onSelect: () => (command === 'power_on' ? start(server) : ask({ command, server })),
        }
      }),
    [ask, label, start, why],
  )
  return { entries, why, dialogs }
}
