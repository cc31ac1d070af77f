'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { hostFields } from '../../server/domain/host/fields.ts'
import { hostStates } from '../../server/domain/host/states.ts'
import { useMe } from '../api/me.tsx'
import { attentionView, useHealthFilter } from '../health/health-column.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import type { View } from '../table/views.ts'

/** Filters of VMs: fields of the API's own `where`. */
export function useHostFilters(): readonly FilterField[] {
  const t = useTranslations('hosts')
  const units = useTranslations('ui.units')
  const { isAdmin } = useMe()
  const loaders = useLoaders()
  const health = useHealthFilter()
  const complete = useOwnFilters(hostFields, 'hosts')
  return useMemo(() => {
    const gib = { label: units('GiB'), factor: 1024 }
    return complete([
      enumFilter('state', t('fields.state'), hostStates, (value) => t(`states.${value}`)),
      health,
      { name: 'cluster', label: t('fields.cluster'), type: 'int', ...loaders.clusters },
      isAdmin && { name: 'node', label: t('fields.node'), type: 'int', ...loaders.nodes },
      { name: 'os', label: t('fields.os'), type: 'int', ...loaders.systems },
      { name: 'preset', label: t('fields.preset'), type: 'int', ...loaders.presets },
      { name: 'ip', label: t('fields.ip'), type: 'inet' },
      isAdmin && {
        name: 'account',
        label: t('fields.account'),
        type: 'int',
        ...loaders.accounts,
      },
      { name: 'cpu_number', label: t('fields.cpu_number'), type: 'int' },
      { name: 'ram_mib', label: t('fields.ram'), type: 'int', unit: gib },
      { name: 'disk.disk_mib', label: t('fields.disk'), type: 'int', unit: gib },
      { name: 'cpu_percent', label: t('fields.cpu_percent'), type: 'int', nullable: true },
      { name: 'disabled', label: t('fields.disabled'), type: 'bool' },
      { name: 'create_date', label: t('fields.create_date'), type: 'time' },
    ])
  }, [t, complete, units, isAdmin, loaders, health])
}

const is = (values: string[]) => [{ field: 'state', op: 'is' as const, values }]

/** The questions every operator asks; `where` counts them. */
export const hostViews = [
  { key: 'all', filters: [], where: undefined },
  attentionView,
  { key: 'running', filters: is(['active']), where: "state EQ 'active'" },
  { key: 'stopped', filters: is(['stopped']), where: "state EQ 'stopped'" },
] as const satisfies readonly { key: string; filters: View['filters']; where: string | undefined }[]
