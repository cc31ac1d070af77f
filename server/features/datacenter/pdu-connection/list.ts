import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { outletPowers } from '../../../domain/pdu/states.ts'
import { msg } from '../../../shared/text.ts'
import { readAt, readOrUnknown } from '../device/reading.ts'

/** What the operator calls devices. */
const only = (actor: Actor) => actor.isAdmin

/** Links of servers and outlets. An administrator sees all of them, a user those of own servers, without names of PDUs. */
export const pduConnectionList = defineList<Actor>({
  name: 'pdu_connection',
  what: msg`Connection`,
  from: 'pdu_connection k',
  // None of them can be missing: joined only where they are shown or asked for, so that counting is of one table.
  joins: {
    p: 'left join pdu_port p on p.id = k.pdu_port_id',
    u: 'left join pdu u on u.id = p.pdu_id',
    s: 'left join server s on s.id = k.server_id',
  },
  fields: {
    id: { type: 'int', sql: 'k.id' },
    server: { type: 'int', sql: 'k.server_id' },
    server_name: { type: 'text', sql: 's.name' },
    pdu: { type: 'int', sql: 'p.pdu_id' },
    pdu_name: { type: 'text', sql: 'u.name', only },
    pdu_port: { type: 'int', sql: 'k.pdu_port_id' },
    port_identity: { type: 'text', sql: 'p.identity::text', order: 'p.identity' },
    power_status: { type: 'enum', sql: readOrUnknown('u', 'p', 'power_status'), values: outletPowers },
    read_at: { type: 'time', sql: readAt('u', 'p'), nullable: true },
  },
  others: { unless: only, row: { pdu_name: "''" } },
  search: ['server_name', 'pdu_name'],
  visible: (actor) => (actor.isAdmin ? null : sql`s.owner_id = ${actor.account_id}`),
})
