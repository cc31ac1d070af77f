'use client'
import { useTranslations } from 'use-intl'
import { useSaid } from '../i18n/said.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

/** Words of switches and of PDUs; both mean the same. */
const kinds = { ok: 'ok', fail: 'fault', in_progress: 'run', process_status: 'run' } as const satisfies Record<
  string,
  StateKind
>
export type DeviceStatus = keyof typeof kinds

/** Whether the device answered the last poll, and why not. */
export function DeviceState({ status, fault }: { status: DeviceStatus; fault?: string | null | undefined }) {
  const t = useTranslations('device.states')
  const said = useSaid()
  return (
    <State kind={kinds[status]} {...(fault && { detail: said(fault) })}>
      {t(status)}
    </State>
  )
}

export function DeviceBadge({ status }: { status: DeviceStatus }) {
  const t = useTranslations('device.states')
  return <StateBadge kind={kinds[status]}>{t(status)}</StateBadge>
}
