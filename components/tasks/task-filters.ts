'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { subjectKinds } from '../../server/domain/task/kinds.ts'
import { taskStatuses } from '../../server/domain/task/states.ts'
import { useMe } from '../api/me.tsx'
import { useLoaders } from '../resource/loaders.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import type { View } from '../table/views.ts'
import { taskNames, useTaskLabels } from './labels.ts'

/** What tasks can be filtered by: fields of the API's own `where`. */
export function useTaskFilters(): readonly FilterField[] {
  const t = useTranslations('tasks')
  const words = useTaskLabels()
  const { isAdmin } = useMe()
  const { accounts } = useLoaders()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with `t`
  return useMemo(() => {
    const all: (FilterField | false)[] = [
      enumFilter('status', t('fields.status'), taskStatuses, (value) => words.status(value)),
      enumFilter('name', t('fields.name'), taskNames, (value) => words.name(value)),
      enumFilter('entity', t('fields.entity'), subjectKinds, (value) => t(`kinds.${value}`)),
      { name: 'registry_id', label: t('fields.registry_id'), type: 'int' },
      isAdmin && { name: 'account', label: t('fields.account'), type: 'int', ...accounts },
      { name: 'dismissed', label: t('fields.dismissed'), type: 'bool' },
      { name: 'error', label: t('fields.error'), type: 'text', nullable: true },
      { name: 'running_time', label: t('fields.running_seconds'), type: 'int' },
      { name: 'created_at', label: t('fields.created_at'), type: 'time' },
    ]
    return all.filter((field) => field !== false)
  }, [t, isAdmin, accounts])
}

const is = (field: string, ...values: string[]) => ({ field, op: 'is' as const, values })

/** The questions every operator asks; `where` counts them. */
export const taskViews = [
  { key: 'all', filters: [], where: undefined },
  { key: 'open', filters: [is('status', 'created', 'running')], where: "status IN ('created','running')" },
  {
    key: 'unread',
    filters: [is('status', 'failed'), is('dismissed', 'false')],
    where: "status EQ 'failed' AND dismissed EQ false",
  },
  { key: 'complete', filters: [is('status', 'complete')], where: "status EQ 'complete'" },
] as const satisfies readonly { key: string; filters: View['filters']; where: string | undefined }[]
