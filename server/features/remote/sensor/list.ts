import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { eventSeverities } from '../../../domain/ipmi/states.ts'

/** Log entries of controllers, the newest first; a user sees those of own servers. */
export const ipmiEventList = defineList<Actor>({
  name: 'ipmi_event',
  from: 'ipmi_event e join ipmi d on d.id = e.ipmi_id join server s on s.id = d.server_id',
  fields: {
    id: { type: 'int', sql: 'e.id' },
    at: { type: 'time', sql: 'e.at', nullable: true },
    seen_at: { type: 'time', sql: 'e.seen_at' },
    sensor: { type: 'text', sql: 'e.sensor' },
    words: { type: 'text', sql: 'e.words' },
    asserted: { type: 'bool', sql: 'e.asserted' },
    severity: { type: 'enum', sql: 'e.severity', values: eventSeverities },
  },
  search: ['words', 'sensor'],
  // As they came out of the log: clocks of controllers jump.
  defaultOrder: 'id desc',
  visible: (actor) => (actor.isAdmin ? null : sql`s.owner_id = ${actor.account_id}`),
})
