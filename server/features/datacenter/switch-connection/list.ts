import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { msg } from '../../../shared/text.ts'
import { portState } from '../switch/list.ts'

/** What the operator calls devices and writes at their ports. */
const only = (actor: Actor) => actor.isAdmin

/** Links of servers and switch ports. An administrator sees all of them, a user those of own servers, without names of switches. */
export const switchConnectionList = defineList<Actor>({
  name: 'switch_connection',
  what: msg`Connection`,
  from: 'switch_connection k',
  // None of them can be missing: joined only where they are shown or asked for, so that counting is of one table.
  joins: {
    p: 'left join switch_port p on p.id = k.switch_port_id',
    w: 'left join net_switch w on w.id = p.switch_id',
    s: 'left join server s on s.id = k.server_id',
  },
  fields: {
    id: { type: 'int', sql: 'k.id' },
    server: { type: 'int', sql: 'k.server_id' },
    server_name: { type: 'text', sql: 's.name' },
    switch: { type: 'int', sql: 'p.switch_id' },
    switch_name: { type: 'text', sql: 'w.name', only },
    switch_port: { type: 'int', sql: 'k.switch_port_id' },
    port_name: { type: 'text', sql: 'p.name' },
    if_index: { type: 'text', sql: 'p.if_index' },
    ...portState,
    description: { ...portState.description, only },
    do_not_collect_traffic: { type: 'bool', sql: 'k.do_not_collect_traffic' },
  },
  others: { unless: only, row: { switch_name: "''", description: "''" } },
  search: ['server_name', 'switch_name', 'port_name'],
  visible: (actor) => (actor.isAdmin ? null : sql`s.owner_id = ${actor.account_id}`),
})
