'use client'
import { useTranslations } from 'use-intl'
import type { OperationPlan, OperationPlanServer } from '../../../../server/domain/operation-plan/schema.ts'
import { useTRPC } from '../../../api/trpc.ts'
import { Said } from '../../../i18n/said.tsx'
import { paths } from '../../../paths.ts'
import { RelatedList } from '../../../resource/related-list.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { usePlanServerColumns, usePlanServerFilters } from '../columns.tsx'
import { PlanServerState } from '../plan-state.tsx'

const inOrder = { field: 'position', desc: false }

/** Every server of a plan with what became of it. */
export function PlanServers({ plan }: { plan: OperationPlan }) {
  const trpc = useTRPC()
  const t = useTranslations('operationPlans')
  return (
    <RelatedList<OperationPlanServer>
      id="operation-plan-servers"
      words="operationPlans"
      title={t('serversOf')}
      searchPlaceholder={t('serverSearch')}
      list={trpc.dci.operationPlan.servers}
      params={{ operation_plan_id: plan.id }}
      sort={inOrder}
      filters={usePlanServerFilters()}
      columns={usePlanServerColumns()}
      rowHref={(row) =>
        row.operation === null ? paths.server(row.server.id) : paths.serverOperation(row.server.id, row.operation)
      }
      rowName={(row) => row.server.name}
      phone={(row) => ({
        detail: row.reason === null ? row.location.name : <Said text={row.reason} />,
        state: <PlanServerState row={row} short />,
      })}
      empty={<EmptyState title={t('noServers')} />}
    />
  )
}
