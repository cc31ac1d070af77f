'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const VlanDialogs = lazy(() => import('./vlan-dialogs.tsx'))

export type VlanAsking = { command: 'create' } | { command: 'edit' | 'delete'; vlan: Vlan }

/** The one definition of what can be done to a VLAN. Put `dialogs` on the page once. */
export function useVlanActions() {
  const t = useTranslations('vlans')
  const { ask, dialogs } = useAsking<VlanAsking>((asked, close) => <VlanDialogs asked={asked} onClose={close} />)
  const entries = useCallback(
    (vlan: Vlan): MenuEntry[] => [
      { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', vlan }) },
      { kind: 'line' },
      {
        label: t('delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(vlan.members_count > 0 && {
          disabledReason: t('inUse', { count: vlan.members_count }),
          fix: { label: t('showMembers'), href: paths.vlan(vlan.location_id, vlan.id) },
        }),
        onSelect: () => ask({ command: 'delete', vlan }),
      },
    ],
    [ask, t],
  )
  return { entries, ask, dialogs }
}
