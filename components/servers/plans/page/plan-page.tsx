'use client'
import { useQuery } from '@tanstack/react-query'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Square from 'lucide-react/icons/square'
import { useTranslations } from 'use-intl'
import type { OperationPlan } from '../../../../server/domain/operation-plan/schema.ts'
import { ObjectGate } from '../../../api/object-gate.tsx'
import { useTRPC } from '../../../api/trpc.ts'
import { PageCrumbs } from '../../../frame/crumbs.tsx'
import { Said } from '../../../i18n/said.tsx'
import { useTitle } from '../../../shell/use-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StateBadge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { ExactTime } from '../../../ui/display/time.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { kindOf } from '../plan-state.tsx'
import { usePlanTitle } from '../use-plan-title.ts'
import { PlanProgress } from './plan-progress.tsx'
import { PlanServers } from './plan-servers.tsx'
import { againOf, usePlanActions } from './use-plan-actions.tsx'

/** A plan: how far it is, what became of each server, and how it is stopped or tried again. */
export function PlanPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.operationPlan.get.queryOptions({ params: { operation_plan_id: id } }))
  return <ObjectGate query={query}>{(plan) => <Page plan={plan} />}</ObjectGate>
}

function Page({ plan }: { plan: OperationPlan }) {
  const t = useTranslations('operationPlans')
  const loads = useTranslations('installing.load')
  const name = usePlanTitle()(plan)
  useTitle(name)
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('number', { id: plan.id }) }]} />
      <PageHeader
        title={name}
        badges={<StateBadge kind={kindOf(plan)}>{t(`values.state.${plan.state}`)}</StateBadge>}
        sub={
          <>
            {plan.load.length > 0 ? `${loads('title')}: ${plan.load.map((one) => loads(one)).join(', ')}. ` : null}
            {t('pace', { limit: plan.limit_per_location, seconds: plan.stagger_seconds })},{' '}
            {t('by', { who: plan.auth_id })} <ExactTime at={plan.created_at} />
          </>
        }
        actions={<Actions plan={plan} />}
        below={<PlanProgress plan={plan} />}
      />
      {plan.reason ? (
        <Notice kind={plan.state === 'paused' ? 'warn' : 'fault'} className="mx-6 mt-3 flex-none phone:mx-4">
          <Said text={plan.reason} />
        </Notice>
      ) : null}
      <PlanServers plan={plan} />
    </>
  )
}

function Actions({ plan }: { plan: OperationPlan }) {
  const t = useTranslations('operationPlans')
  const { ask, dialogs } = usePlanActions()
  const { state, counts } = plan
  const stays = state === 'stopped' || state === 'ended'
  const again = againOf(plan)
  return (
    <>
      {state === 'paused' ? (
        <Button kind="primary" icon={<Play />} onClick={() => ask({ what: 'resume', plan })}>
          {t('resume.open')}
        </Button>
      ) : null}
      {again > 0 ? (
        <Button icon={<RotateCcw />} onClick={() => ask({ what: 'retry', plan })}>
          {t('retry.open', { count: again })}
        </Button>
      ) : null}
      {!stays || counts.running > 0 ? (
        <Button kind="danger" icon={<Square />} onClick={() => ask({ what: 'stop', plan })}>
          {t('stop.open')}
        </Button>
      ) : null}
      {dialogs}
    </>
  )
}
