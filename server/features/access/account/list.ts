import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { roles } from '../../../domain/shared/roles.ts'
import { langs, userStates } from '../../../domain/user/kinds.ts'
import { msg } from '../../../shared/text.ts'

const ofHosts = (what: string) => `(select ${what} from host h where h.account_id = a.id)`

/** Users with what they own: administrators see all, others themselves only. */
export const accountList = defineList<Actor>({
  name: 'account',
  what: msg`Account`,
  from: 'account a',
  fields: {
    id: { type: 'int', sql: 'a.id' },
    email: { type: 'text', sql: 'a.email' },
    state: { type: 'enum', sql: 'a.state', values: userStates },
    auth_source: { type: 'enum', sql: 'a.auth_source', values: ['local'] },
    roles: { type: 'array', sql: 'a.roles', values: roles },
    full_name: { type: 'text', sql: 'a.full_name', nullable: true },
    lang: { type: 'enum', sql: 'a.lang', values: langs },
    host_count: { type: 'int', sql: ofHosts('count(*)::int') },
    cpu_count: { type: 'int', sql: ofHosts('coalesce(sum(h.cpu_number), 0)::int') },
    ram_mib: { type: 'int', sql: ofHosts('coalesce(sum(h.ram_mib::bigint), 0)::bigint') },
    hdd_mib: {
      type: 'int',
      sql: `(select coalesce(sum(d.size_mib::bigint), 0)::bigint from disk d where d.account_id = a.id)`,
    },
    host_ids: { type: 'array', sql: 'array(select h.id from host h where h.account_id = a.id order by h.id)' },
    version: { type: 'int', sql: 'a.version' },
  },
  members: {
    host: { from: 'host mh', where: 'mh.account_id = a.id', fields: { id: { type: 'int', sql: 'mh.id' } } },
  },
  search: ['email', 'full_name'],
  visible: (actor) => (actor.isAdmin ? null : sql`a.id = ${actor.account_id}`),
})
