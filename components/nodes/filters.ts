'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { nodeFields } from '../../server/domain/node/fields.ts'
import { nodeLifecycle } from '../../server/domain/node/states.ts'
import { attentionView, useHealthFilter } from '../health/health-column.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import type { View } from '../table/views.ts'

const GIB = { label: 'GiB', factor: 1024 }

/** What nodes can be filtered by: fields of the API's own `where`. */
export function useNodeFilters(): readonly FilterField[] {
  const t = useTranslations('nodes')
  const { clusters } = useLoaders()
  const health = useHealthFilter()
  const complete = useOwnFilters(nodeFields, 'nodes')
  return useMemo(
    () =>
      complete([
        enumFilter('state', t('fields.state'), nodeLifecycle.states, (value) => t(`states.${value}`)),
        health,
        { name: 'ip', label: t('fields.ip'), type: 'text' },
        { name: 'cluster', label: t('fields.cluster'), type: 'int', ...clusters },
        { name: 'host_count', label: t('fields.host_count'), type: 'int' },
        { name: 'cpu_percent', label: t('fields.cpu_percent'), type: 'int' },
        { name: 'ram_mib.used', label: t('fields.ram_used'), type: 'int', unit: GIB },
        { name: 'host_creation_blocked', label: t('also.blocked'), type: 'bool' },
        { name: 'maintenance_mode', label: t('also.maintenance'), type: 'bool' },
      ]),
    [t, clusters, health, complete],
  )
}

export const nodeViews = [{ key: 'all', filters: [], where: undefined }, attentionView] as const satisfies readonly {
  key: string
  filters: View['filters']
  where: string | undefined
}[]
