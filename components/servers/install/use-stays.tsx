'use client'
import { useTranslations } from 'use-intl'
import { noLiveSystem } from '../../../server/domain/operation/fitting.ts'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useSaid } from '../../i18n/said.tsx'
import { Link } from '../../ui/controls/link.tsx'
import type { DisabledReason } from '../../ui/display/reason.tsx'
import { useWhyNoOperation } from '../use-why-no-operation.ts'
import type { InstallValues } from './rules.ts'
import type { Begun } from './types.ts'
import { erasesAny, expectedOf, littleFor, whyNotCleared } from './values.ts'

type Of = { type: Begun; plan: InstallPlan; server: Server; values: InstallValues }

/** Why it cannot begin now: because of the server (`why`), or for whatever reason (`stays`, as the button says it). */
export function useStays({ type, plan, server, values }: Of) {
  const t = useTranslations('installing')
  const said = useSaid()
  const why = useWhyNoOperation()(server)
  const reason = (): string | DisabledReason | undefined => {
    if (why)
      return { text: why.disabledReason, ...(why.fix && { fix: <Link href={why.fix.href}>{why.fix.label}</Link> }) }
    if ((type === 'install' || type === 'clear_hdd') && !plan.live) return said(noLiveSystem)
    const little = littleFor(type, plan, values)
    if (little) return said(little.words)
    if (!erasesAny(type, values)) return undefined
    const uncleared = whyNotCleared(type, plan, values, server.name)
    if (uncleared) return said(uncleared.words)
    const { text } = expectedOf(plan, server.name)
    return values.typed === text ? undefined : t('bar.needs', { expected: text })
  }
  return { why, stays: reason() }
}
