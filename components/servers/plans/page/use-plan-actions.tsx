'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { planNeeds } from '../../../../server/domain/operation-plan/kinds.ts'
import type { OperationPlan } from '../../../../server/domain/operation-plan/schema.ts'
import { useTRPCClient } from '../../../api/trpc.ts'
import { ConfirmAction } from '../../../form/confirm-action.tsx'
import { useAsking } from '../../../form/use-asking.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'

type Asked = { what: 'stop' | 'retry' | 'resume'; plan: OperationPlan }
type Props = { plan: OperationPlan; onClose: () => void }

/** Servers that would have another turn. */
export const againOf = ({ counts }: OperationPlan) => counts.failed + counts.refused + counts.cancelled

/** Stops a plan, lets it go on, or tries again what was not done, after a question. Put `dialogs` on the page once. */
export function usePlanActions() {
  return useAsking<Asked>(({ what, plan }, close) => {
    if (what === 'stop') return <StopPlan plan={plan} onClose={close} />
    return <GoOn what={what} plan={plan} onClose={close} />
  })
}

function StopPlan({ plan, onClose }: Props) {
  const t = useTranslations('operationPlans.stop')
  const { dci } = useTRPCClient()
  const [cancel_running, setCancel] = useState(false)
  const { waiting, running } = plan.counts
  return (
    <ConfirmAction
      title={t('title')}
      lost={t('lost', { waiting, running })}
      action={t('action')}
      run={() => dci.operationPlan.stop.mutate({ params: { operation_plan_id: plan.id }, body: { cancel_running } })}
      onClose={onClose}
    >
      {running > 0 ? (
        <Checkbox checked={cancel_running} onChange={(event) => setCancel(event.target.checked)} hint={t('cancelHint')}>
          {t('cancel', { count: running })}
        </Checkbox>
      ) : null}
    </ConfirmAction>
  )
}

/** Where disks are written again the number of servers is typed, as it was when the plan was made. */
function GoOn({ what, plan, onClose }: Props & { what: 'retry' | 'resume' }) {
  const t = useTranslations(`operationPlans.${what}`)
  const { erases } = planNeeds[plan.type]
  const { dci } = useTRPCClient()
  // Those that wait in a plan that runs have their turns anyway.
  const waiting = plan.state === 'running' ? 0 : plan.counts.waiting
  const count = what === 'retry' ? againOf(plan) + waiting : waiting
  return (
    <ConfirmAction
      title={t('title', { count })}
      lost={t(erases ? 'lost' : 'begins', { count })}
      {...(erases && { name: String(count) })}
      action={t(erases ? 'action' : 'go', { count })}
      tone={erases ? 'danger' : 'neutral'}
      run={() => dci.operationPlan[what].mutate({ params: { operation_plan_id: plan.id }, body: {} })}
      onClose={onClose}
    />
  )
}
