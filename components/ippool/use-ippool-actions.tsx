'use client'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { paths } from '../paths.ts'
import { ClusterIcon, DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const IppoolDialogs = lazy(() => import('./ippool-dialogs.tsx'))

/** What asks something first; `create` belongs to no pool yet. */
export type PoolAsking = { command: 'create' } | { command: 'edit' | 'addRange' | 'delete'; pool: Ippool }

/** The one definition of what can be done to a pool. Put `dialogs` on the page once. */
export function useIppoolActions() {
  const t = useTranslations('addresses.pools')
  const [asked, ask] = useState<PoolAsking | null>(null)
  const entries = useCallback(
    (pool: Ippool): MenuEntry[] => [
      { label: t('addRange'), icon: <Plus />, onSelect: () => ask({ command: 'addRange', pool }) },
      { label: t('clusters'), icon: <ClusterIcon />, href: paths.pool(pool.id, 'clusters') },
      { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', pool }) },
      { kind: 'line' },
      {
        label: t('delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(Number(pool.using_ip) > 0
          ? { disabledReason: t('inUse', { count: Number(pool.using_ip) }) }
          : { onSelect: () => ask({ command: 'delete', pool }) }),
      },
    ],
    [t],
  )
  const dialogs: ReactNode = asked ? (
    <Suspense>
      <IppoolDialogs asked={asked} onClose={() => ask(null)} />
    </Suspense>
  ) : null
  return { entries, ask, dialogs }
}
