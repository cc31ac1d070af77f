'use client'
import { useTranslations } from 'use-intl'
import type { ProxyLocation } from '../../server/domain/proxy-location/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = { ok: 'ok', fail: 'fault', setting_up: 'run' } as const satisfies Record<
  ProxyLocation['status'],
  StateKind
>

/** State of a location's proxy in a line, with the cause of a failure. */
export function ProxyState({ proxy, bare }: { proxy: ProxyLocation; bare?: boolean }) {
  const t = useTranslations('remote.states')
  const said = useSaid()
  return (
    <State kind={kinds[proxy.status]} {...(proxy.fault && !bare && { detail: said(proxy.fault) })}>
      {t(proxy.status)}
    </State>
  )
}
