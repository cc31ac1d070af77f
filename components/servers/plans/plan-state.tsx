'use client'
import { useTranslations } from 'use-intl'
import type { OperationPlan, OperationPlanServer } from '../../../server/domain/operation-plan/schema.ts'
import { useSaid } from '../../i18n/said.tsx'
import { State, type StateKind } from '../../ui/display/state-mark.tsx'

const planKinds = {
  ...{ running: 'run', paused: 'pause', stopped: 'off', ended: 'ok' },
} as const satisfies Record<OperationPlan['state'], StateKind>

export const serverKinds = {
  ...{ waiting: 'unknown', running: 'run', ok: 'ok', failed: 'fault', cancelled: 'off', refused: 'locked' },
} as const satisfies Record<OperationPlanServer['state'], StateKind>

/** Servers of a plan that were not done, whatever kept them from it. */
export const notDone = ({ counts }: Pick<OperationPlan, 'counts'>) => counts.failed + counts.refused

/** How a plan is; one that has ended without all of its servers is not well. */
export const kindOf = (plan: OperationPlan): StateKind =>
  plan.state === 'ended' && notDone(plan) > 0 ? 'fault' : planKinds[plan.state]

/** How far a plan is in a line. */
export function PlanState({ plan }: { plan: OperationPlan }) {
  const t = useTranslations('operationPlans')
  const { state, counts, size } = plan
  const bad = notDone(plan)
  const done = t('doneOf', { done: counts.ok, size })
  return (
    <State kind={kindOf(plan)} detail={bad > 0 ? t('doneAndNot', { done: counts.ok, size, bad }) : done}>
      {t(`values.state.${state}`)}
    </State>
  )
}

/** What became of a server of a plan, with the reason unless it is `short`. */
export function PlanServerState({ row, short }: { row: OperationPlanServer; short?: boolean }) {
  const t = useTranslations('operationPlans')
  const said = useSaid()
  const { state, reason, percent } = row
  const detail = state === 'running' ? t('percent', { percent }) : !short && reason && said(reason)
  return (
    <State kind={serverKinds[state]} detail={detail}>
      {t(`values.server.${state}`)}
    </State>
  )
}
