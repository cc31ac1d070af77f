import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'

const used = '(select count(*)::int from chassis_slot s where s.chassis_id = c.id)'

export const chassisList = defineList<Actor>({
  name: 'chassis',
  from: 'chassis c join rack r on r.id = c.rack_id join location l on l.id = r.location_id',
  fields: {
    id: { type: 'int', sql: 'c.id' },
    name: { type: 'text', sql: 'c.name' },
    rack: { type: 'int', sql: 'c.rack_id' },
    rack_name: { type: 'text', sql: 'r.name' },
    location_id: { type: 'int', sql: 'r.location_id' },
    location_name: { type: 'text', sql: 'l.name' },
    unit: { type: 'int', sql: 'c.unit' },
    size: { type: 'int', sql: 'c.size' },
    server_slot_count: { type: 'int', sql: 'c.server_slot_count' },
    used: { type: 'int', sql: used },
    free: { type: 'int', sql: `(c.server_slot_count - ${used})` },
    note: { type: 'text', sql: 'c.note' },
    version: { type: 'int', sql: 'c.version' },
  },
  row: {
    device_server: jsonList(
      { id: 's.id', name: 's.name', slot: 's.slot', size: 's.size' },
      'server s where s.chassis_id = c.id',
      's.slot',
    ),
  },
  search: ['name', 'note'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
