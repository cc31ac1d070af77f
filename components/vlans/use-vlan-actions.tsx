'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const VlanDialogs = lazy(() => import('./vlan-dialogs.tsx'))

/** The one definition of what can be done to a VLAN. Put `dialogs` on the page once. */
export function useVlanActions() {
  const t = useTranslations('vlans')
  const { edit, remove, ...asking } = useRecordActions<Vlan>('vlans', VlanDialogs)
  const entries = useCallback(
    (vlan: Vlan): MenuEntry[] => [
      edit(vlan),
      { kind: 'line' },
      remove(
        vlan,
        vlan.members_count > 0 && {
          disabledReason: t('inUse', { count: vlan.members_count }),
          fix: { label: t('showMembers'), href: paths.vlan(vlan.location_id, vlan.id) },
        },
      ),
    ],
    [edit, remove, t],
  )
  return { entries, ...asking }
}
