import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { timeText } from '../../../api/list/fields.ts'
import { sql } from '../../../api/list/sql.ts'

const kinds = ['session', 'rest', 'token'] as const

/** Live sessions and long-lived tokens: those of the caller; administrators see all. */
export const tokenList = defineList<Actor>({
  name: 'token',
  from: 'session s',
  joins: { m: 'left join account m on m.id = s.issuer_id' },
  fields: {
    id: { type: 'int', sql: 's.id', json: 's.id::text' },
    kind: { type: 'enum', sql: 's.kind', values: kinds },
    description: { type: 'text', sql: 's.description' },
    confirmed: { type: 'bool', sql: 's.confirmed' },
    expires_at: { type: 'time', sql: 's.expires_at', nullable: true, json: timeText('s.expires_at') },
    created_at: { type: 'time', sql: 's.created_at' },
    seen_at: { type: 'time', sql: 's.seen_at' },
    ip: { type: 'inet', sql: 's.ip' },
    last_ip: { type: 'inet', sql: 'coalesce(s.last_ip, s.ip)' },
    user_agent: { type: 'text', sql: 's.user_agent' },
    'issuer.id': { type: 'int', sql: 'm.id', nullable: true },
    'issuer.email': { type: 'text', sql: 'm.email', nullable: true },
    issued_with: { type: 'enum', sql: 's.issued_with', values: ['password', 'key', ...kinds] },
  },
  search: ['description', 'ip'],
  links: { issuer: 'issuer.id' },
  visible: (
    actor,
  ) => sql`(${actor.isAdmin} or s.account_id = ${actor.account_id}) and (s.expires_at is null or s.expires_at > now())
    and (s.idle_seconds is null or s.seen_at > now() - make_interval(secs => s.idle_seconds))`,
})
