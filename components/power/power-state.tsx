'use client'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { State, type StateKind } from '../ui/display/state-mark.tsx'
import { doingOf } from './labels.ts'

const powerKinds = { on: 'on', off: 'off', unknown: 'unknown' } as const satisfies Record<
  Server['power_status'],
  StateKind
>

/** Whether a server has power, as far as known. */
export function PowerState({ server }: { server: Pick<Server, 'power_status' | 'power_action'> }) {
  const t = useTranslations('servers.power')
  const power = useTranslations('power')
  const doing = doingOf(server.power_action)
  if (doing !== null) return <State kind="run">{power(`doing.${doing}`)}</State>
  return <State kind={powerKinds[server.power_status]}>{t(server.power_status)}</State>
}
