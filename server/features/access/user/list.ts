import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { sql } from '../../../api/list/sql.ts'
import { roles } from '../../../domain/shared/roles.ts'
import { userFields } from '../../../domain/user/fields.ts'
import { userStates } from '../../../domain/user/kinds.ts'
import { msg } from '../../../shared/text.ts'

const memberOf = 'access_list_member m join access_list l on l.id = m.access_list_id'

/** Accounts of users and API clients: administrators see all, others themselves only. */
export const userList = defineList<Actor>({
  name: 'user',
  what: msg`User`,
  from: 'account a',
  fields: {
    id: { type: 'int', sql: 'a.id' },
    email: { type: 'text', sql: 'a.email' },
    roles: { type: 'array', sql: 'a.roles', values: roles },
    state: { type: 'enum', sql: 'a.state', values: userStates },
    ...listFields(userFields, 'a'),
    is_2fa_enabled: { type: 'bool', sql: 'a.totp_enabled' },
    auth_source: { type: 'enum', sql: 'a.auth_source', values: ['local'] },
    created_at: { type: 'time', sql: 'a.created_at' },
    last_sign_in_at: { type: 'time', sql: 'a.last_sign_in_at', nullable: true },
    version: { type: 'int', sql: 'a.version' },
  },
  members: {
    access_list: {
      from: memberOf,
      where: 'm.account_id = a.id',
      fields: { id: { type: 'int', sql: 'l.id' }, name: { type: 'text', sql: 'l.name' } },
    },
  },
  row: {
    access_lists: jsonList({ id: 'l.id::text', name: 'l.name' }, `${memberOf} where m.account_id = a.id`, 'l.name'),
  },
  search: ['email', 'full_name', 'phone_number'],
  visible: (actor) => (actor.isAdmin ? null : sql`a.id = ${actor.account_id}`),
})
