'use client'
import { useTranslations } from 'use-intl'
import type { SensorHealth } from '../../server/domain/ipmi/states.ts'
import { State, type StateKind } from '../ui/state-mark.tsx'

export const healthKinds = {
  ok: 'ok',
  warning: 'warn',
  critical: 'fault',
  unknown: 'unknown',
} as const satisfies Record<SensorHealth, StateKind>

/** How a machine or one of its sensors is, and what is bad about it. */
export function HealthState({ health, detail }: { health: SensorHealth; detail?: string }) {
  const t = useTranslations('controllers.health')
  return (
    <State kind={healthKinds[health]} {...(detail && { detail })}>
      {t(health)}
    </State>
  )
}
