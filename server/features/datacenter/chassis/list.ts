import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { chassisFields } from '../../../domain/chassis/fields.ts'
import { msg } from '../../../shared/text.ts'

const used = '(select count(*)::int from chassis_slot s where s.chassis_id = c.id)'

export const chassisList = defineList<Actor>({
  name: 'chassis',
  what: msg`Chassis`,
  from: 'chassis c join rack r on r.id = c.rack_id join location l on l.id = r.location_id',
  fields: {
    id: { type: 'int', sql: 'c.id' },
    ...listFields(chassisFields, 'c'),
    rack: { type: 'int', sql: 'c.rack_id' },
    rack_name: { type: 'text', sql: 'r.name' },
    location_id: { type: 'int', sql: 'r.location_id' },
    location_name: { type: 'text', sql: 'l.name' },
    used: { type: 'int', sql: used },
    free: { type: 'int', sql: `(c.server_slot_count - ${used})` },
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
