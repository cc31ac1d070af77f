'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { AddressIcon, DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const IpnetDialogs = lazy(() => import('./ipnet-dialogs.tsx'))

export type NetworkAsking = { command: 'create' } | { command: 'edit' | 'delete'; network: Ipnet }

/** The one definition of what can be done to a network. Put `dialogs` on the page once. */
export function useIpnetActions() {
  const t = useTranslations('addresses')
  const { ask, dialogs } = useAsking<NetworkAsking>((asked, close) => <IpnetDialogs asked={asked} onClose={close} />)
  const entries = useCallback(
    (network: Ipnet): MenuEntry[] => [
      { label: t('networks.show'), icon: <AddressIcon />, href: paths.network(network.id, { tab: 'used' }) },
      { label: t('networks.edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', network }) },
      { kind: 'line' },
      {
        label: t('networks.delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(Number(network.using_ip) > 0
          ? { disabledReason: t('pools.inUse', { count: Number(network.using_ip) }) }
          : { onSelect: () => ask({ command: 'delete', network }) }),
      },
    ],
    [ask, t],
  )
  return { entries, ask, dialogs }
}
