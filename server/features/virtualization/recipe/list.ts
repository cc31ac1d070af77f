import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { sql } from '../../../api/list/sql.ts'
import { recipeFields } from '../../../domain/recipe/fields.ts'
import { msg } from '../../../shared/text.ts'

/** Scripts for guests: administrators see all, others their own and those that are for all. */
export const recipeList = defineList<Actor>({
  name: 'recipe',
  what: msg`Script`,
  from: 'recipe r',
  joins: { a: 'left join account a on a.id = r.account_id', y: 'left join repository y on y.id = r.repository_id' },
  fields: {
    id: { type: 'int', sql: 'r.id' },
    ...listFields(recipeFields, 'r'),
    repository: {
      type: 'text',
      sql: "coalesce(y.name, case when r.source is not null then 'Datahall' end)",
      nullable: true,
    },
    from_repository: { type: 'bool', sql: 'r.source is not null' },
    state: { type: 'text', sql: 'r.state' },
    updated_at: { type: 'time', sql: 'r.updated_at' },
    tags: { type: 'array', sql: 'r.tags' },
    script_filter: { type: 'json', sql: 'r.script_filter' },
    has_email: { type: 'bool', sql: "r.email_content <> '[]'" },
    access: {
      type: 'text',
      sql: "case when r.for_all and r.user_visible then 'all' when r.account_id is not null then 'owner' else 'administrators' end",
    },
    params_count: { type: 'int', sql: 'jsonb_array_length(r.params)' },
    'account.id': { type: 'int', sql: 'r.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email', nullable: true },
    version: { type: 'int', sql: 'r.version' },
  },
  links: { account: 'account.id' },
  search: ['name'],
  visible: (actor) =>
    actor.isAdmin ? null : sql`(r.account_id = ${actor.account_id} or (r.for_all and r.user_visible))`,
})
