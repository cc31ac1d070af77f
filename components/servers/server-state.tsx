'use client'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { HealthBadge } from '../health/health-state.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = {
  active: 'on',
  suspending: 'run',
  suspended: 'pause',
  resuming: 'run',
} as const satisfies Record<Server['state'], StateKind>

type Stated = Pick<Server, 'state' | 'maintenance' | 'health' | 'operation_running'>

/**
 * What a server is doing: what is done to its system is said before anything else, then that it is under repair. Green is only what is well besides.
 */
function faceOf({ state, maintenance, health, operation_running }: Stated) {
  if (operation_running) return { kind: 'run', word: state, operation: operation_running } as const
  if (state !== 'active') return { kind: kinds[state], word: state, operation: null } as const
  if (maintenance) return { kind: 'warn', word: 'maintenance', operation: null } as const
  return { kind: health.level === 'ok' ? kinds[state] : null, word: state, operation: null } as const
}

/** The state is normal: only its power is shown. */
export const isWell = (server: Stated): boolean => faceOf(server).kind === 'on'

/** State of a server in a line. */
export function ServerState({ server }: { server: Stated }) {
  const t = useTranslations('servers.states')
  const operations = useTranslations('operations')
  const { kind, word, operation } = faceOf(server)
  if (operation)
    return (
      <State kind={kind} {...(operation.type !== 'rescue' && { detail: operations('percent', operation) })}>
        {operations(`doing.${operation.type}`)}
      </State>
    )
  return kind === null ? t(word) : <State kind={kind}>{t(word)}</State>
}

/** State and health of a server in the head of a page. */
export function ServerBadge({ server }: { server: Stated }) {
  const t = useTranslations('servers.states')
  const doing = useTranslations('operations.doing')
  const { kind, word, operation } = faceOf(server)
  return (
    <>
      {kind === null ? null : <StateBadge kind={kind}>{operation ? doing(operation.type) : t(word)}</StateBadge>}
      <HealthBadge health={server.health} />
    </>
  )
}
