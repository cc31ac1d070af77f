import type { Actor } from '../api/context.ts'
import type { Work } from '../db/transaction.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'

/**
 * The end that what a caller issues may not pass; null when there is none. A key opens sessions without the password, so one that
 * is issued from a browser ends with that browser's session. A caller whose session ended meanwhile is signed out.
 */
export async function grantBound(work: Work, actor: Actor, issuing: 'token' | 'key'): Promise<Date | null> {
  const [own] = await work.sql<{ kind: string; grant_until: Date | null; expires_at: Date | null }>(
    'select kind, grant_until, expires_at from session where id = $1::int for key share',
    [actor.session_id],
  )
  if (!own) throw new PanelError('signed_out', msg`Please sign in`)
  return own.grant_until ?? (own.kind === 'session' && issuing === 'key' ? own.expires_at : null)
}
