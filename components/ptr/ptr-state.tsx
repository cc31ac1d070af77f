'use client'
import { useTranslations } from 'use-intl'
import type { PtrStatus } from '../../server/domain/ptr/states.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

/** A reverse record as the lists have it. */
export type PtrShown = {
  domain: string
  status: PtrStatus
  /** What the zone answered, and why the record was not written. */
  found: string
  fault: string | null
}

const kinds = {
  none: 'off',
  in_progress: 'run',
  ok: 'ok',
  drift: 'warn',
  fail: 'fault',
} as const satisfies Record<PtrStatus, StateKind>

/** The reverse record of an address: its name, and in words what is wrong with it. */
export function PtrState({ ptr: { domain, status, found, fault } }: { ptr: PtrShown }) {
  const t = useTranslations('ptr')
  const said = useSaid()
  if (status === 'none') return <span className="text-fg-3">-</span>
  const why =
    status === 'drift'
      ? found === ''
        ? t('driftNone')
        : t('drift', { found })
      : status === 'fail' && fault
        ? said(fault)
        : null
  return (
    <State kind={kinds[status]} detail={why}>
      {domain === '' ? t('removing') : domain}
    </State>
  )
}
