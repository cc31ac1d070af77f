'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { planServerStates, planStates, planTypes } from '../../../server/domain/operation-plan/kinds.ts'
import type { OperationPlan, OperationPlanServer } from '../../../server/domain/operation-plan/schema.ts'
import { paths } from '../../paths.ts'
import { NameLink, plainColumn } from '../../table/cells.tsx'
import type { Column } from '../../table/columns.ts'
import type { AskedView } from '../../table/counted-views.ts'
import { enumFilter, type FilterField } from '../../table/filters.ts'
import { useColumn } from '../../table/use-column.ts'
import { TextLink } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { PlanServerState, PlanState } from './plan-state.tsx'
import { usePlanTitle } from './use-plan-title.ts'

/** The columns of plans. */
export function usePlanColumns(): readonly Column<OperationPlan>[] {
  const t = useTranslations('operationPlans')
  const plain = useColumn('operationPlans')
  const title = usePlanTitle()
  return useMemo(
    () => [
      plainColumn(
        'id',
        t('fields.plan'),
        300,
        (row) => <NameLink href={paths.operationPlan(row.id)}>{title(row)}</NameLink>,
        { always: true },
      ),
      plain('state', 300, (row) => <PlanState plan={row} />),
      plain('auth_id', 170, (row) => row.auth_id, { quiet: true }),
      plain('created_at', 120, (row) => <RelativeTime at={row.created_at} />),
      plain('ended_at', 120, (row) => row.ended_at && <RelativeTime at={row.ended_at} />),
      plain('limit_per_location', 120, (row) => row.limit_per_location, { right: true, extra: true }),
    ],
    [t, title, plain],
  )
}

export function usePlanFilters(): readonly FilterField[] {
  const t = useTranslations('operationPlans')
  return useMemo(
    () => [
      enumFilter('state', t('fields.state'), planStates, (value) => t(`values.state.${value}`)),
      enumFilter('type', t('fields.type'), planTypes, (value) => t(`values.type.${value}`)),
      { name: 'template', label: t('fields.template'), type: 'text', nullable: true },
      { name: 'auth_id', label: t('fields.auth_id'), type: 'text' },
      { name: 'created_at', label: t('fields.created_at'), type: 'time' },
    ],
    [t],
  )
}

export const planViews: readonly AskedView[] = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'open',
    filters: [{ field: 'state', op: 'is', values: ['running', 'paused'] }],
    where: "state IN ('running','paused')",
  },
]

/** The columns of the servers of a plan. */
export function usePlanServerColumns(): readonly Column<OperationPlanServer>[] {
  const t = useTranslations('operationPlans')
  const plain = useColumn('operationPlans')
  return useMemo(
    () => [
      plain('position', 60, (row) => row.position, { right: true, quiet: true }),
      plainColumn(
        'server.name',
        t('fields.server'),
        150,
        (row) => <NameLink href={paths.server(row.server.id)}>{row.server.name}</NameLink>,
        { always: true },
      ),
      plainColumn('location.name', t('fields.location'), 130, (row) => row.location.name, { quiet: true }),
      plain('state', 380, (row) => <PlanServerState row={row} />),
      plain(
        'operation',
        110,
        (row) =>
          row.operation !== null && (
            <TextLink href={paths.serverOperation(row.server.id, row.operation)} prefetch={false}>
              {t('show')}
            </TextLink>
          ),
        { sort: '' },
      ),
      plain('started_at', 110, (row) => row.started_at && <RelativeTime at={row.started_at} />),
      plain('attempts', 80, (row) => row.attempts, { right: true, extra: true }),
      plain('disks', 240, (row) => row.disks.join(', '), { sort: '', mono: true, extra: true }),
    ],
    [t, plain],
  )
}

export function usePlanServerFilters(): readonly FilterField[] {
  const t = useTranslations('operationPlans')
  return useMemo(
    () => [
      enumFilter('state', t('fields.state'), planServerStates, (value) => t(`values.server.${value}`)),
      { name: 'server.name', label: t('fields.server'), type: 'text' },
      { name: 'location.name', label: t('fields.location'), type: 'text' },
      { name: 'reason', label: t('fields.reason'), type: 'text', nullable: true },
    ],
    [t],
  )
}
