'use client'
import { useTranslations } from 'use-intl'
import type { NameServer } from '../../server/domain/name-server/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = { unknown: 'unknown', ok: 'ok', fail: 'fault' } as const satisfies Record<NameServer['status'], StateKind>

/** How a name server answered last, with the reason when it did not. */
export function NameServerState({ server: { status, fault } }: { server: Pick<NameServer, 'status' | 'fault'> }) {
  const t = useTranslations('nameServers.states')
  const said = useSaid()
  return (
    <State kind={kinds[status]} {...(fault && { detail: said(fault) })}>
      {t(status)}
    </State>
  )
}
