import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { sql } from '../../../api/list/sql.ts'
import { SHOWN_IDS } from '../../../api/list/statement.ts'
import { ipmiFields } from '../../../domain/ipmi/fields.ts'
import { ipmiStatuses, sensorHealths } from '../../../domain/ipmi/states.ts'
import { powerStatuses } from '../../../domain/server/states.ts'
import { msg } from '../../../shared/text.ts'
import { dateField } from '../../datacenter/device/list-parts.ts'
import { readOfController } from '../../datacenter/device/reading.ts'
import { healthLink, healthOf } from '../../platform/problem/health.ts'

const health = healthOf({
  entity: 'server',
  id: 'd.server_id',
  kinds: ['controller', 'identity', 'sensor', 'unread'],
  shown: `array(select x.server_id from ipmi x where x.id = any(${SHOWN_IDS}::int[]))`,
})

/** An administrator sees all controllers, a user those of own servers. */
export const ipmiList = defineList<Actor>({
  name: 'ipmi',
  what: msg`Management controller`,
  from: 'ipmi d join server s on s.id = d.server_id',
  joins: health.joins,
  links: healthLink,
  fields: {
    id: { type: 'int', sql: 'd.id' },
    server: { type: 'int', sql: 'd.server_id' },
    server_name: { type: 'text', sql: 's.name' },
    location_id: { type: 'int', sql: 's.location_id' },
    ...listFields(ipmiFields, 'd'),
    mac: { type: 'text', sql: "coalesce(d.mac, '')", searchAs: 'mac', only: (actor) => actor.isAdmin },
    power_status: { type: 'enum', sql: readOfController('d', 'power_status'), values: powerStatuses },
    status: { type: 'enum', sql: 'd.status', values: ipmiStatuses },
    ...health.fields,
    sensor_health: { type: 'enum', sql: readOfController('d', 'health'), values: sensorHealths },
    sensor_health_info: { type: 'text', sql: readOfController('d', 'health_info', "''") },
    temperature: { type: 'int', sql: readOfController('d', 'temperature', 'null'), nullable: true },
    last_update: dateField('d.last_update'),
    last_success_update: dateField('d.last_success_update'),
    version: { type: 'int', sql: 'd.version' },
  },
  row: { status_info: 'd.status_info' },
  search: ['server_name', 'ip', 'mac', 'vendor', 'model'],
  searchIndexed: true,
  visible: (actor) => (actor.isAdmin ? null : sql`s.owner_id = ${actor.account_id}`),
})
