'use client'
import { useTranslations } from 'use-intl'
import { planServerStates } from '../../../../server/domain/operation-plan/kinds.ts'
import type { OperationPlan } from '../../../../server/domain/operation-plan/schema.ts'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import { State } from '../../../ui/display/state-mark.tsx'
import { notDone, serverKinds } from '../plan-state.tsx'

/** How much of a plan is done, and how many servers are in each state. */
export function PlanProgress({ plan }: { plan: OperationPlan }) {
  const t = useTranslations('operationPlans')
  const { counts, percent, size } = plan
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <ProgressBar
          percent={percent}
          label={t('progress')}
          tone={notDone(plan) > 0 ? 'warn' : percent === 100 ? 'ok' : 'run'}
          className="max-w-120 min-w-0 flex-1"
        />
        <span className="num flex-none text-12 text-fg-2">
          {t('percent', { percent })}, {t('servers', { count: size })}
        </span>
      </div>
      <ul aria-label={t('counts')} className="flex flex-wrap gap-x-5 gap-y-1">
        {planServerStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <li key={state} className="flex items-center gap-1.5">
              <State kind={serverKinds[state]}>{t(`values.server.${state}`)}</State>
              <b className="num font-medium">{counts[state]}</b>
            </li>
          ))}
      </ul>
    </div>
  )
}
