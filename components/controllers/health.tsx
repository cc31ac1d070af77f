'use client'
import { useTranslations } from 'use-intl'
import type { Ipmi } from '../../server/domain/ipmi/schema.ts'
import type { SensorHealth } from '../../server/domain/ipmi/states.ts'
import { DeviceState } from '../devices/device-state.tsx'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

export const healthKinds = {
  ok: 'ok',
  warning: 'warn',
  critical: 'fault',
  unknown: 'unknown',
} as const satisfies Record<SensorHealth, StateKind>

/** Health of a server or one of its sensors, and what is wrong with it. */
export function HealthState({ health, detail }: { health: SensorHealth; detail?: string }) {
  const t = useTranslations('controllers.health')
  return (
    <State kind={healthKinds[health]} detail={detail}>
      {t(health)}
    </State>
  )
}

/** Whether a controller answers, or another one in its place. */
export function ControllerState({ controller, bare }: { controller: Ipmi; bare?: boolean }) {
  const t = useTranslations('controllers')
  const said = useSaid()
  const { status, status_info } = controller
  const fault = bare ? undefined : status_info.fault
  if (status !== 'fail' || !status_info.identity_changed) return <DeviceState status={status} fault={fault} />
  return (
    <State kind="fault" {...(fault && { detail: said(fault) })}>
      {t('exchanged')}
    </State>
  )
}
