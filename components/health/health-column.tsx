'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Health } from '../../server/domain/problem/health.ts'
import { healthLevels } from '../../server/domain/problem/kinds.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { AskedView } from '../table/counted-views.ts'
import type { FilterField } from '../table/filters.ts'
import { HealthState } from './health-state.tsx'

/** The column that says how each object is and why. */
export function useHealthColumn<Row extends { health: Health }>(size = 190): Column<Row> {
  const t = useTranslations('health')
  return useMemo(
    () => plainColumn<Row>('health', t('title'), size, (row) => <HealthState health={row.health} />),
    [t, size],
  )
}

export function useHealthFilter(): FilterField {
  const t = useTranslations('health')
  return useMemo(
    () => ({
      name: 'health',
      label: t('title'),
      type: 'enum',
      options: healthLevels.map((value) => ({ value, label: t(`levels.${value}`) })),
    }),
    [t],
  )
}

/** The view "Needs attention" of every list whose rows have a health. */
export const attentionView = {
  key: 'attention',
  filters: [{ field: 'health', op: 'is' as const, values: ['warning', 'fault'] }],
  where: "health IN ('warning','fault')",
} as const satisfies AskedView

/** Views of lists of what the panel reads or sums up; their words are those of the health. */
export const healthViews = [
  { key: 'all', filters: [], where: undefined },
  attentionView,
  {
    key: 'unread',
    filters: [{ field: 'health', op: 'is' as const, values: ['unknown'] }],
    where: "health EQ 'unknown'",
  },
] as const satisfies readonly AskedView[]
