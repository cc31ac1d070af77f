import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import type { FieldSpec } from '../../../api/list/fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { roles } from '../../../domain/shared/roles.ts'
import { limitFields } from '../../../domain/user-limit/fields.ts'

const limits = Object.fromEntries(
  limitFields.map((field): [string, FieldSpec<Actor>] => [field, { type: 'int', sql: `u.${field}`, nullable: true }]),
)

/** What limits were set, of accounts and roles. */
export const userLimitList = defineList<Actor>({
  name: 'user_limits',
  from: 'user_limit u',
  joins: { a: 'left join account a on a.id = u.account_id' },
  fields: {
    id: { type: 'int', sql: 'u.id' },
    'account.id': { type: 'int', sql: 'u.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email', nullable: true },
    role: { type: 'enum', sql: 'u.role', values: roles, nullable: true },
    ...limits,
  },
  links: { account: 'account.id' },
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
