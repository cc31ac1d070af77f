import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { adminStatuses, connectionTypes, duplexes, operStatuses, speeds } from '../../../domain/switch/port.ts'
import { vlanFields } from '../../../domain/vlan/fields.ts'
import { readOrUnknown } from '../device/reading.ts'
import { connectionType } from '../switch/port-sql.ts'

const adminsOnly = (actor: Actor) => (actor.isAdmin ? null : raw('false'))
/** True for the ports that carry a VLAN, tagged or not. */
const carries = '(p.vlan_id = v.vlan_id or (p.is_trunk and p.trunk_members @> array[v.vlan_id]))'

export const vlanList = defineList<Actor>({
  name: 'vlan',
  from: 'vlan v join location l on l.id = v.location_id',
  key: '(v.location_id::bigint * 4096 + v.vlan_id)',
  fields: {
    ...listFields(vlanFields, 'v'),
    id: { type: 'int', sql: 'v.vlan_id', searchAs: 'number' },
    location_id: { type: 'int', sql: 'v.location_id' },
    location_name: { type: 'text', sql: 'l.name' },
    members_count: {
      type: 'int',
      sql: `(select count(*)::int from switch_port p join net_switch w on w.id = p.switch_id
              where w.location_id = v.location_id and ${carries})`,
    },
    version: { type: 'int', sql: 'v.version' },
  },
  links: { location: 'location_id' },
  search: ['name', 'id', 'note'],
  visible: adminsOnly,
})

/** Ports that belong to a VLAN; the scope names which. */
export const vlanMemberList = defineList<Actor>({
  name: 'vlan_member',
  from: `vlan v join net_switch w on w.location_id = v.location_id join switch_port p on p.switch_id = w.id and ${carries}`,
  joins: {
    k: 'left join switch_connection k on k.switch_port_id = p.id',
    s: 'left join server s on s.id = k.server_id',
  },
  fields: {
    id: { type: 'int', sql: 'p.id' },
    name: { type: 'text', sql: 'p.name' },
    connection_type: { type: 'enum', sql: connectionType, values: connectionTypes },
    connection_type_info: { type: 'text', sql: 'p.connection_type_info' },
    connection_id: { type: 'text', sql: "coalesce(k.id::text, '')" },
    admin_status: { type: 'enum', sql: 'p.admin_status', values: adminStatuses },
    oper_status: { type: 'enum', sql: readOrUnknown('w', 'p', 'oper_status'), values: operStatuses },
    speed: { type: 'enum', sql: 'p.speed', values: speeds },
    duplex: { type: 'enum', sql: 'p.duplex', values: duplexes },
    note: { type: 'text', sql: 'p.note' },
    description: { type: 'text', sql: 'p.description' },
    is_trunk: { type: 'bool', sql: 'p.is_trunk' },
    trunk_members: { type: 'array', sql: 'p.trunk_members' },
    is_uplink: { type: 'bool', sql: 'p.is_uplink' },
    is_service: { type: 'bool', sql: 'p.is_service' },
    do_not_collect_traffic: { type: 'bool', sql: 'coalesce(k.do_not_collect_traffic, p.do_not_collect_traffic)' },
    'vlan.vlan_id': { type: 'int', sql: 'v.vlan_id' },
    'vlan.vlan_name': { type: 'text', sql: 'v.name' },
    'server.id': { type: 'int', sql: 's.id', nullable: true },
    'server.name': { type: 'text', sql: 's.name', nullable: true },
    'switch.id': { type: 'int', sql: 'w.id' },
    'switch.name': { type: 'text', sql: 'w.name' },
  },
  links: { server: 'server.id', switch: 'switch.id' },
  visible: adminsOnly,
})
