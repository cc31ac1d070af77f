'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { backupFields } from '../../server/domain/backup/fields.ts'
import { backupStates, consistencies } from '../../server/domain/backup/states.ts'
import { useMe } from '../api/me.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import type { AskedView } from '../table/counted-views.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'

/** Questions that are asked often. */
export const backupViews: readonly AskedView[] = [
  { key: 'all', filters: [], where: undefined },
  { key: 'failed', filters: [{ field: 'state', op: 'is', values: ['crashed'] }], where: "state EQ 'crashed'" },
  {
    key: 'damaged',
    filters: [{ field: 'copy.fault', op: 'filled', values: [] }],
    where: 'copy.fault IS NOT NULL',
  },
  { key: 'pinned', filters: [{ field: 'pinned', op: 'is', values: ['true'] }], where: 'pinned EQ true' },
]

/** What backups can be filtered by; where they lie by the place's number for administrators, who see these. */
export function useBackupFilters(): readonly FilterField[] {
  const t = useTranslations('backups')
  const units = useTranslations('ui.units')
  const { isAdmin } = useMe()
  const { accounts, clusters, nodes, backupLocations } = useLoaders()
  const complete = useOwnFilters(backupFields, 'backups')
  return useMemo(() => {
    const gib = { label: units('GiB'), factor: 1024 }
    return complete([
      enumFilter('state', t('fields.state'), backupStates, (value) => t(`states.${value}`)),
      { name: 'host_name', label: t('fields.host'), type: 'text' },
      { name: 'disk.name', label: t('fields.disk'), type: 'text' },
      { name: 'made_at', label: t('fields.taken'), type: 'time', nullable: true },
      { name: 'available_until', label: t('fields.until'), type: 'time', nullable: true },
      enumFilter('consistency', t('fields.consistency'), consistencies, (value) => t(`consistency.${value}`), {
        nullable: true,
      }),
      { name: 'actual_size_mib', label: t('fields.added'), type: 'int', unit: gib },
      { name: 'estimated_size_mib', label: t('fields.whole'), type: 'int', unit: gib },
      { name: 'copy.fault', label: t('fields.fault'), type: 'text', nullable: true },
      ...(isAdmin
        ? ([
            {
              name: 'copy.backup_location',
              label: t('fields.location'),
              type: 'int',
              ...backupLocations,
            },
            { name: 'copy.node', label: t('fields.node'), type: 'int', ...nodes },
            { name: 'account.id', label: t('fields.account'), type: 'int', ...accounts },
            { name: 'cluster.id', label: t('fields.cluster'), type: 'int', ...clusters },
          ] as const)
        : []),
    ])
  }, [t, units, isAdmin, complete, accounts, clusters, nodes, backupLocations])
}
