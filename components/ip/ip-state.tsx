'use client'
import { useTranslations } from 'use-intl'
import type { IpState as StateWord } from '../../server/domain/ip/states.ts'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = {
  allocating: 'run',
  ok: 'ok',
  allocation_fail: 'fault',
  in_progress: 'run',
  fail: 'fault',
  deleting: 'run',
} as const satisfies Record<StateWord, StateKind>

/** State of an address: mark and word. */
export function IpState({ state }: { state: StateWord }) {
  const t = useTranslations('addresses.used.states')
  return <State kind={kinds[state]}>{t(state)}</State>
}
