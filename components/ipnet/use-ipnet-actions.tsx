'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { AddressIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const IpnetDialogs = lazy(() => import('./ipnet-dialogs.tsx'))

/** The one definition of what can be done to a network. Put `dialogs` on the page once. */
export function useIpnetActions() {
  const t = useTranslations('addresses')
  const { edit, remove, ...asking } = useRecordActions<Ipnet>('addresses.networks', IpnetDialogs)
  const entries = useCallback(
    (network: Ipnet): MenuEntry[] => {
      const count = Number(network.using_ip)
      return [
        { label: t('networks.show'), icon: <AddressIcon />, href: paths.network(network.id, { tab: 'used' }) },
        edit(network),
        { kind: 'line' },
        remove(network, count > 0 && { disabledReason: t('pools.inUse', { count }) }),
      ]
    },
    [edit, remove, t],
  )
  return { entries, ...asking }
}
