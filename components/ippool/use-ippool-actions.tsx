'use client'
import Plus from 'lucide-react/icons/plus'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { paths } from '../paths.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import { ClusterIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const IppoolDialogs = lazy(() => import('./ippool-dialogs.tsx'))

export type PoolAsking = Asking<Ippool, 'addRange'>

/** The one definition of what can be done to a pool. Put `dialogs` on the page once. */
export function useIppoolActions() {
  const t = useTranslations('addresses.pools')
  const { edit, remove, ask, ...asking } = useRecordActions<Ippool, PoolAsking>('addresses.pools', IppoolDialogs)
  const entries = useCallback(
    (pool: Ippool): MenuEntry[] => {
      const count = Number(pool.using_ip)
      return [
        { label: t('addRange'), icon: <Plus />, onSelect: () => ask({ command: 'addRange', record: pool }) },
        { label: t('clusters'), icon: <ClusterIcon />, href: paths.pool(pool.id, 'clusters') },
        edit(pool),
        { kind: 'line' },
        remove(pool, count > 0 && { disabledReason: t('inUse', { count }) }),
      ]
    },
    [ask, edit, remove, t],
  )
  return { entries, ask, ...asking }
}
