import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { rackFields } from '../../../domain/rack/fields.ts'
import { msg } from '../../../shared/text.ts'
import { healthLink } from '../../platform/problem/health.ts'
import { rackHealthOf } from '../../platform/problem/health-of-places.ts'

const count = (table: string) => `(select count(*)::int from ${table} d where d.rack_id = r.id)`
/** Units of which something is taken, halves counted as halves; what stands on a side rail takes none. */
const taken = (kinds: string) => `count(distinct c.unit * 2 + c.half) filter (where c.kind ${kinds} 'reserved')`
const devices = (table: string, size: string) =>
  jsonList({ id: 'd.id', name: 'd.name', unit: 'd.unit', size }, `${table} d where d.rack_id = r.id`, 'd.unit, d.id')

export const locationShape = { id: 'l.id', name: 'l.name', geolocation: 'l.geolocation', userspace: 'l.userspace' }

const health = rackHealthOf('r.id')

/** Racks are the administrators'. */
export const rackList = defineList<Actor>({
  name: 'rack',
  what: msg`Rack`,
  from: 'rack r',
  joins: {
    ...health.joins,
    l: 'left join location l on l.id = r.location_id',
    u: `left join lateral (select (${taken('<>')} / 2.0)::float8 as used, (${taken('=')} / 2)::int as reserved
          from rack_cell c where c.rack_id = r.id and c.face in ('front', 'rear')) u on true`,
  },
  fields: {
    id: { type: 'int', sql: 'r.id' },
    ...listFields(rackFields, 'r'),
    'location.id': { type: 'int', sql: 'r.location_id' },
    'location.name': { type: 'text', sql: 'l.name' },
    location_id: { type: 'int', sql: 'r.location_id', filterOnly: true },
    used: { type: 'number', sql: 'u.used' },
    reserved: { type: 'int', sql: 'u.reserved' },
    free: { type: 'number', sql: '(r.size - u.used - u.reserved)' },
    device_count: {
      type: 'int',
      sql: `(${['server', 'net_switch', 'pdu', 'chassis'].map(count).join(' + ')})`,
    },
    hall_row: { type: 'int', sql: 'r.hall_row' },
    hall_place: { type: 'int', sql: 'r.hall_place' },
    version: { type: 'int', sql: 'r.version' },
    ...health.fields,
  },
  links: { location: 'location.id', ...healthLink },
  row: {
    location: locationShape,
    device_server: devices('server', 'd.size'),
    device_switch: devices('net_switch', 'd.size::text'),
    device_pdu: devices('pdu', 'd.size::text'),
    device_chassis: devices('chassis', 'd.size::text'),
  },
  search: ['name', 'note'],
  searchIndexed: true,
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
