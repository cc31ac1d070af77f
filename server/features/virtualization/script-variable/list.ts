import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { variableScopes } from '../../../domain/script-variable/schema.ts'
import { msg } from '../../../shared/text.ts'

/** Variables of scripts: administrators see all, others their own. A hidden value is in no row. */
export const variableList = defineList<Actor>({
  name: 'script_variable',
  what: msg`Script variable`,
  from: 'script_variable v',
  joins: { a: 'left join account a on a.id = v.account_id' },
  fields: {
    id: { type: 'int', sql: 'v.id' },
    name: { type: 'text', sql: 'v.name' },
    value: { type: 'text', sql: 'v.value' },
    comment: { type: 'text', sql: 'v.comment', nullable: true },
    hidden: { type: 'bool', sql: 'v.hidden' },
    enabled: { type: 'bool', sql: 'v.enabled' },
    builtin: { type: 'bool', sql: 'false' },
    account: { type: 'int', sql: 'v.account_id', nullable: true },
    account_email: { type: 'text', sql: 'a.email', nullable: true },
    scope: {
      type: 'enum',
      sql: "case when v.account_id is null then 'global' else 'local' end",
      values: variableScopes,
    },
    version: { type: 'int', sql: 'v.version' },
  },
  search: ['name', 'comment'],
  visible: (actor) => (actor.isAdmin ? null : sql`v.account_id = ${actor.account_id}`),
})
