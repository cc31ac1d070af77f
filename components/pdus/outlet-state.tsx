'use client'
import { useTranslations } from 'use-intl'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = { up: 'on', down: 'off', unknown: 'unknown' } as const satisfies Record<string, StateKind>

/** Whether an outlet gives power, as its PDU says. */
export function OutletState({ status }: { status: keyof typeof kinds }) {
  const t = useTranslations('dc.outlet')
  return <State kind={kinds[status]}>{t(status)}</State>
}
