'use client'
import { useTranslations } from 'use-intl'
import { noLiveSystem } from '../../../server/domain/operation/fitting.ts'
import { hindranceWords } from '../../../server/domain/operation/hindrances.ts'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useSaid } from '../../i18n/said.tsx'
import { type StateKind, StateMark } from '../../ui/display/state-mark.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import type { InstallValues } from './rules.ts'
import type { Begun } from './types.ts'
import { limitOf, littleFor } from './values.ts'

type Props = { type: Begun; plan: InstallPlan; server: Server; values: InstallValues }
type Check = { kind: StateKind; words: string }

/** What is looked at before it starts, as it is now. */
export function SideChecks(props: Props) {
  const t = useTranslations('installing.side')
  const checks = useChecks(props)
  return (
    <SidePanelSection title={t('before')}>
      <ul className="flex flex-col gap-1.5 pb-1">
        {checks.map(({ kind, words }) => (
          <li key={words} className="flex items-start gap-2">
            <StateMark kind={kind} className="mt-0.5" />
            <span className="min-w-0">{words}</span>
          </li>
        ))}
      </ul>
    </SidePanelSection>
  )
}

function useChecks({ type, plan, server, values }: Props): Check[] {
  const t = useTranslations('installing.side.checks')
  const said = useSaid()
  const little = littleFor(type, plan, values)
  const { hindrances } = server
  const limit = limitOf(type, plan, values)
  const location = server.location.name
  const needsLive = type === 'install' || type === 'clear_hdd'
  const wants = (one: Server['hindrances'][number], words: string): Check[] =>
    hindrances.includes(one) ? [] : [{ kind: 'ok', words }]
  const free = !hindrances.some((one) => ['operation', 'power', 'protected', 'hosts'].includes(one))
  return [
    ...hindrances.map((one): Check => ({ kind: 'fault', words: said(hindranceWords[one](server.name)) })),
    ...(free ? [{ kind: 'ok', words: t('free') } as const] : []),
    ...wants('mac', t('mac')),
    ...wants('location', t('location', { location })),
    ...(needsLive
      ? [
          plan.live
            ? ({ kind: 'ok', words: t('live', { location }) } as const)
            : ({ kind: 'fault', words: said(noLiveSystem) } as const),
        ]
      : []),
    server.ipmi ? { kind: 'ok', words: t('controller') } : { kind: 'warn', words: t('byHand') },
    ...(needsLive
      ? [plan.report ? ({ kind: 'ok', words: t('known') } as const) : ({ kind: 'warn', words: t('unknown') } as const)]
      : []),
    ...(type === 'rescue'
      ? []
      : [{ kind: 'ok', words: t('limit', { hours: Math.floor(limit / 60), minutes: limit % 60 }) } as const]),
    ...(little ? [{ kind: 'fault', words: said(little.words) } as const] : []),
  ]
}
