import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'

/** What was done to a machine, by whom and how it ended. */
export const historyList = defineList<Actor>({
  name: 'host_history',
  from: 'host_history x join host h on h.id = x.host_id',
  fields: {
    id: { type: 'int', sql: 'x.id' },
    name: { type: 'text', sql: 'x.name' },
    date_create: { type: 'time', sql: 'x.date_create' },
    state: { type: 'text', sql: 'x.state' },
    params: { type: 'json', sql: 'x.params' },
    user: { type: 'text', sql: 'x."user"', nullable: true },
    task: { type: 'int', sql: 'x.task', nullable: true },
  },
  search: ['name', 'user'],
  visible: (actor) => (actor.isAdmin ? null : sql`h.account_id = ${actor.account_id}`),
})
