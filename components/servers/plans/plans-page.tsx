'use client'
import { useTranslations } from 'use-intl'
import type { OperationPlan } from '../../../server/domain/operation-plan/schema.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { planViews, usePlanColumns, usePlanFilters } from './columns.tsx'
import { PlanState } from './plan-state.tsx'
import { usePlanTitle } from './use-plan-title.ts'

const newest = { field: 'id', desc: true }

/** Plans of operations on many servers. */
export function PlansPage() {
  const trpc = useTRPC()
  const t = useTranslations('operationPlans')
  const title = usePlanTitle()
  return (
    <ResourceList<OperationPlan>
      id="operation-plans"
      words="operationPlans"
      csv="dci/operation_plan"
      list={trpc.dci.operationPlan.list}
      sort={newest}
      views={planViews}
      filters={usePlanFilters()}
      columns={usePlanColumns()}
      rowHref={(row) => paths.operationPlan(row.id)}
      rowName={title}
      phone={(row) => ({ state: <PlanState plan={row} /> })}
      empty={
        <EmptyState title={t('none')} actions={<TextLink href={paths.servers()}>{t('toServers')}</TextLink>}>
          {t('noneHint')}
        </EmptyState>
      }
    />
  )
}
