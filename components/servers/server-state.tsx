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

type Stated = Pick<Server, 'state' | 'maintenance' | 'health'>

/** What a server is doing; under repair it says so before anything else. Green is only what is well besides. */
function faceOf({ state, maintenance, health }: Stated) {
  if (state !== 'active') return { kind: kinds[state], word: state } as const
  if (maintenance) return { kind: 'warn', word: 'maintenance' } as const
  return { kind: health.level === 'ok' ? kinds[state] : null, word: state } as const
}

/** The state is normal: only its power is shown. */
export const isWell = (server: Stated): boolean => faceOf(server).kind === 'on'

/** State of a server in a line. */
export function ServerState({ server }: { server: Stated }) {
  const t = useTranslations('servers.states')
  const { kind, word } = faceOf(server)
  return kind === null ? t(word) : <State kind={kind}>{t(word)}</State>
}

/** State and health of a server in the head of a page. */
export function ServerBadge({ server }: { server: Stated }) {
  const t = useTranslations('servers.states')
  const { kind, word } = faceOf(server)
  return (
    <>
      {kind === null ? null : <StateBadge kind={kind}>{t(word)}</StateBadge>}
      <HealthBadge health={server.health} />
    </>
  )
}
