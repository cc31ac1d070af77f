import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { msg } from '../../../shared/text.ts'

export const repositoryList = defineList<Actor>({
  name: 'repository',
  what: msg`Repository`,
  from: 'repository r',
  fields: {
    id: { type: 'int', sql: 'r.id' },
    name: { type: 'text', sql: 'r.name' },
    url: { type: 'text', sql: 'r.url' },
    state: { type: 'enum', sql: 'r.state', values: ['checking', 'active', 'unavailable'] },
    type: { type: 'text', sql: 'r.type' },
    fault: { type: 'text', sql: 'r.fault', nullable: true },
    checked_at: { type: 'time', sql: 'r.checked_at', nullable: true },
    os_count: { type: 'int', sql: '(select count(*)::int from os o where o.repository_id = r.id)' },
    recipe_count: { type: 'int', sql: '(select count(*)::int from recipe c where c.repository_id = r.id)' },
    os_template_count: {
      type: 'int',
      sql: '(select count(*)::int from os_template t where t.repository_id = r.id and t.offered)',
    },
    storage: { type: 'int', sql: 'null::int', nullable: true },
    version: { type: 'int', sql: 'r.version' },
  },
  search: ['name', 'url'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
