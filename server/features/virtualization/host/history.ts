import type { Actor } from '../../../api/context.ts'
import { defineList, type ListSpec } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'

const history: ListSpec<Actor> = {
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
  leftOut: ['user', 'task'],
  visible: (actor) => (actor.isAdmin ? null : sql`h.account_id = ${actor.account_id}`),
}
const forAdministrators = defineList<Actor>(history)
const forUsers = defineList<Actor>({
  ...history,
  from: `${history.from} join account a on a.id = h.account_id`,
  fields: {
    ...history.fields,
    user: { type: 'text', sql: `case when x."user" = a.email then x."user" end`, nullable: true },
  },
})

/**
 * Actions on a VM, by whom and with what result. A VM may have had another owner: callers other than administrators see
 * their own entries only.
 */
export const historyList = (actor: Actor) => (actor.isAdmin ? forAdministrators : forUsers)
