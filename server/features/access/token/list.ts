import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { timeText } from '../../../api/list/fields.ts'
import { sql } from '../../../api/list/sql.ts'

const kinds = ['session', 'rest', 'token'] as const

/** What an actor is signed in with: his live sessions and long-lived tokens, nobody else's. */
export const tokenList = defineList<Actor>({
  name: 'token',
  from: 'session s',
  fields: {
    id: { type: 'int', sql: 's.id', json: 's.id::text' },
    kind: { type: 'enum', sql: 's.kind', values: kinds },
    description: { type: 'text', sql: 's.description' },
    confirmed: { type: 'bool', sql: 's.confirmed' },
    expires_at: { type: 'time', sql: 's.expires_at', nullable: true, json: timeText('s.expires_at') },
    created_at: { type: 'time', sql: 's.created_at' },
    seen_at: { type: 'time', sql: 's.seen_at' },
    ip: { type: 'inet', sql: 's.ip' },
    user_agent: { type: 'text', sql: 's.user_agent' },
  },
  search: ['description', 'ip'],
  visible: (actor) => sql`s.account_id = ${actor.account_id} and (s.expires_at is null or s.expires_at > now())
    and (s.idle_seconds is null or s.seen_at > now() - make_interval(secs => s.idle_seconds))`,
})
