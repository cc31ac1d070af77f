'use client'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { doingOf } from '../power/words.ts'
import { StateBadge } from '../ui/badge.tsx'
import { State, type StateKind } from '../ui/state-mark.tsx'

const kinds = {
  active: 'on',
  suspending: 'run',
  suspended: 'pause',
  resuming: 'run',
} as const satisfies Record<Server['state'], StateKind>

const powerKinds = { on: 'on', off: 'off', unknown: 'unknown' } as const satisfies Record<
  Server['power_status'],
  StateKind
>

type Stated = Pick<Server, 'state' | 'state_info' | 'maintenance' | 'ipmi'>

/** What is wrong with it: what somebody said, or what its sensors say as long as they can be asked. */
const wrongOf = ({ state_info, ipmi }: Stated): string | null =>
  state_info ?? (ipmi?.health === 'critical' && ipmi.status !== 'fail' ? ipmi.health_info : null)

/** What a server is doing; one under repair says so before anything else, one with a fault too. */
function faceOf(server: Stated) {
  const { state, maintenance } = server
  if (state !== 'active') return { kind: kinds[state], word: state } as const
  if (maintenance) return { kind: 'warn', word: 'maintenance' } as const
  return wrongOf(server) !== null
    ? ({ kind: 'fault', word: 'fault' } as const)
    : ({ kind: kinds[state], word: state } as const)
}

/** Nothing to be said of it but whether it is on. */
export const isWell = (server: Stated): boolean => faceOf(server).word === 'active'

/** State of a server in a line. */
export function ServerState({ server, bare }: { server: Stated; bare?: boolean }) {
  const t = useTranslations('servers.states')
  const { kind, word } = faceOf(server)
  const wrong = wrongOf(server)
  return (
    <State kind={kind} {...(!bare && wrong && { detail: wrong })}>
      {t(word)}
    </State>
  )
}

export function ServerBadge({ server }: { server: Stated }) {
  const t = useTranslations('servers.states')
  const { kind, word } = faceOf(server)
  return <StateBadge kind={kind}>{t(word)}</StateBadge>
}

/** Whether a server has power, as far as anybody knows. */
export function PowerState({ server }: { server: Pick<Server, 'power_status' | 'power_action'> }) {
  const t = useTranslations('servers.power')
  const power = useTranslations('power')
  const doing = doingOf(server.power_action)
  if (doing !== null) return <State kind="run">{power(`doing.${doing}`)}</State>
  return <State kind={powerKinds[server.power_status]}>{t(server.power_status)}</State>
}
