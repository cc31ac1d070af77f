'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { RackIcon, ServerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const ChassisDialogs = lazy(() => import('./chassis-dialogs.tsx'))

/** The one definition of what can be done to a chassis. Put `dialogs` on the page once. */
export function useChassisActions() {
  const t = useTranslations('chassis')
  const { edit, remove, editButton, dialogs } = useRecordActions<Chassis>('chassis', ChassisDialogs)
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
      edit(chassis),
      remove(
        chassis,
        chassis.device_server.length > 0 && {
          disabledReason: t('inUse', { count: chassis.device_server.length }),
          fix: { label: t('showBlades'), href: paths.chassis(chassis.id) },
        },
      ),
    ],
    [edit, remove, t],
  )
  return { entries, editButton, dialogs }
}
