'use client'
import Moon from 'lucide-react/icons/moon'
import Zap from 'lucide-react/icons/zap'
import { lazy, type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../datacenter/use-asking.tsx'
import { PowerIcon, RestartIcon, StartIcon, StopIcon } from '../ui/icons.tsx'
import type { MenuEntry } from '../ui/menu-entries.ts'
import { toast } from '../ui/toast.tsx'
import { type PowerCommand, type PowerServer, powerCommands, whyOff } from './facts.ts'

const PowerDialogs = lazy(() => import('./power-dialogs.tsx'))

export type PowerAsking = { command: Exclude<PowerCommand, 'power_on'>; server: PowerServer }

/** One sign a command, the same in every menu. */
export const powerIcons: Record<PowerCommand, ReactNode> = {
  power_on: <StartIcon />,
  shutdown: <Moon />,
  power_off: <StopIcon />,
  power_reset: <RestartIcon />,
  power_cycle: <Zap />,
  boot_device: <PowerIcon />,
}

/** The one definition of the power menu: page, row, bulk bar and rack show the same commands with the same reasons. */
export function usePowerMenu() {
  const t = useTranslations('power')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<PowerAsking>((asked, close) => <PowerDialogs {...asked} onClose={close} />)
  const why = useCallback(
    (command: PowerCommand, server: PowerServer): string | undefined => {
      const key = whyOff(command, server, { isAdmin })
      return key && t(`why.${key}`)
    },
    [isAdmin, t],
  )
  const start = useCallback(
    (server: PowerServer, command: 'power_on' | 'power_reset') => {
      const call = command === 'power_on' ? dci.power.on : dci.power.reset
      void call
        .mutate({ params: { server_id: server.id }, body: {} })
        .catch((fault: unknown) =>
          toast({ kind: 'fault', title: t('notDone', { name: server.name }), detail: apiFault(fault).msg }),
        )
    },
    [dci, t],
  )
  const entries = useCallback(
    (server: PowerServer): MenuEntry[] =>
      powerCommands.map((command) => {
        const off = why(command, server)
        // Nothing is lost by starting what is off.
        const starts = command === 'power_on' || (command === 'power_reset' && server.power_status === 'off')
        return {
          label: t(`commands.${command}`),
          icon: powerIcons[command],
          danger: command === 'power_off' || command === 'power_cycle',
          ...(off && { disabledReason: off }),
          onSelect: () => (starts ? start(server, command) : ask({ command, server })),
        }
      }),
    [ask, start, t, why],
  )
  return { entries, why, dialogs }
}
