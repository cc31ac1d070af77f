'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { paths } from '../paths.ts'
import { DeleteIcon, NodeIcon, VmIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const ClusterDialogs = lazy(() => import('./cluster-dialogs.tsx'))

/** What asks something first; `create` belongs to no cluster yet. */
export type ClusterAsking = { command: 'create' } | { command: 'edit' | 'delete'; cluster: Cluster }

/** The one definition of what can be done to a cluster. Put `dialogs` on the page once. */
export function useClusterActions() {
  const t = useTranslations('clusters')
  const [asked, ask] = useState<ClusterAsking | null>(null)
  const entries = useCallback(
    (cluster: Cluster): MenuEntry[] => [
      {
        label: t('commands.createHost'),
        icon: <VmIcon />,
        ...(cluster.node_count === 0 && { disabledReason: t('refusals.noNode') }),
        href: paths.newHost({ cluster: cluster.id }),
      },
      { label: t('commands.attach'), icon: <NodeIcon />, href: paths.newNode({ cluster: cluster.id }) },
      { kind: 'line' },
      { label: t('commands.edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', cluster }) },
      {
        label: t('commands.delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(cluster.node_count > 0 && {
          disabledReason: t('refusals.inUse', { count: cluster.node_count }),
          fix: { label: t('showNodes'), href: paths.cluster(cluster.id) },
        }),
        onSelect: () => ask({ command: 'delete', cluster }),
      },
    ],
    [t],
  )
  const dialogs: ReactNode = asked ? (
    <Suspense>
      <ClusterDialogs asked={asked} onClose={() => ask(null)} />
    </Suspense>
  ) : null
  return { entries, ask, dialogs }
}
