'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { NodeIcon, VmIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const ClusterDialogs = lazy(() => import('./cluster-dialogs.tsx'))

/** The one definition of what can be done to a cluster. Put `dialogs` on the page once. */
export function useClusterActions() {
  const t = useTranslations('clusters')
  const { edit, remove, ...asking } = useRecordActions<Cluster>('clusters', ClusterDialogs)
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
      edit(cluster),
      remove(
        cluster,
        cluster.node_count > 0 && {
          disabledReason: t('refusals.inUse', { count: cluster.node_count }),
          fix: { label: t('showNodes'), href: paths.cluster(cluster.id) },
        },
      ),
    ],
    [edit, remove, t],
  )
  return { entries, ...asking }
}
