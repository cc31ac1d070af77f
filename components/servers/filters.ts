'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { platformTypes } from '../../server/domain/platform/kinds.ts'
import { serverFields } from '../../server/domain/server/fields.ts'
import { powerStatuses, serverLifecycle } from '../../server/domain/server/states.ts'
import { useMe } from '../api/me.tsx'
import { attentionView, useHealthFilter } from '../health/health-column.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import type { View } from '../table/views.ts'

/** What servers can be filtered by: fields of the API's own `where`. */
export function useServerFilters(): readonly FilterField[] {
  const t = useTranslations('servers')
  const { isAdmin } = useMe()
  const health = useHealthFilter()
  const complete = useOwnFilters(serverFields, 'servers')
  const { locations, racks, chassis, platforms, osTemplates, accounts, nodes } = useLoaders()
  return useMemo(() => {
    return complete([
      health,
      enumFilter('state', t('fields.state'), serverLifecycle.states, (value) => t(`states.${value}`)),
      enumFilter('power_status', t('fields.power_status'), powerStatuses, (value) => t(`power.${value}`)),
      enumFilter('type', t('fields.type'), platformTypes, (value) => t(`types.${value}`)),
      isAdmin && { name: 'platform', label: t('fields.platform'), type: 'int', ...platforms },
      isAdmin && {
        name: 'os_template',
        label: t('fields.os_template'),
        type: 'int',
        nullable: true,
        ...osTemplates,
      },
      isAdmin && { name: 'location_id', label: t('fields.location'), type: 'int', ...locations },
      isAdmin && { name: 'rack', label: t('fields.rack'), type: 'int', nullable: true, ...racks },
      isAdmin && { name: 'chassis', label: t('fields.chassis'), type: 'int', nullable: true, ...chassis },
      isAdmin && {
        name: 'owner',
        label: t('fields.owner'),
        type: 'int',
        nullable: true,
        ...accounts,
      },
      isAdmin && {
        name: 'node',
        label: t('fields.node'),
        type: 'int',
        nullable: true,
        ...nodes,
      },
    ])
  }, [t, complete, health, isAdmin, locations, racks, chassis, platforms, osTemplates, accounts, nodes])
}

/** The questions every operator asks; `where` counts them. */
export const serverViews = [
  { key: 'all', filters: [], where: undefined },
  attentionView,
  {
    key: 'on',
    filters: [{ field: 'power_status', op: 'is' as const, values: ['on'] }],
    where: "power_status EQ 'on'",
  },
  {
    key: 'off',
    filters: [{ field: 'power_status', op: 'is' as const, values: ['off'] }],
    where: "power_status EQ 'off'",
  },
  {
    key: 'maintenance',
    filters: [{ field: 'maintenance', op: 'is' as const, values: ['true'] }],
    where: 'maintenance EQ true',
  },
] as const satisfies readonly { key: string; filters: View['filters']; where: string | undefined }[]
