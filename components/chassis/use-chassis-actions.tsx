'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { DeleteIcon, RackIcon, ServerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const ChassisDialogs = lazy(() => import('./chassis-dialogs.tsx'))

export type ChassisAsking = { command: 'edit' | 'delete'; chassis: Chassis }

/** The one definition of what can be done to a chassis. Put `dialogs` on the page once. */
export function useChassisActions() {
  const t = useTranslations('chassis')
  const { ask, dialogs } = useAsking<ChassisAsking>((asked, close) => <ChassisDialogs asked={asked} onClose={close} />)
  const entries = useCallback(
    (chassis: Chassis): MenuEntry[] => [
      {
        label: t('addBlade'),
        icon: <ServerIcon />,
        ...(chassis.free === 0 && { disabledReason: t('full') }),
        href: paths.newServer({ chassis: chassis.id }),
      },
      { label: t('showRack'), icon: <RackIcon />, href: paths.rack(chassis.rack, { device: `chassis-${chassis.id}` }) },
      { kind: 'line' },
      { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', chassis }) },
      {
        label: t('delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(chassis.device_server.length > 0 && {
          disabledReason: t('inUse', { count: chassis.device_server.length }),
          fix: { label: t('showBlades'), href: paths.chassis(chassis.id) },
        }),
        onSelect: () => ask({ command: 'delete', chassis }),
      },
    ],
    [ask, t],
  )
  return { entries, ask, dialogs }
}
