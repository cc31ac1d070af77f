import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { switchFields } from '../../../domain/switch/fields.ts'
import {
  adminStatuses,
  connectionTypes,
  duplexes,
  operStatuses,
  speeds,
  speedTypes,
} from '../../../domain/switch/port.ts'
import { switchStatuses } from '../../../domain/switch/states.ts'
import { msg } from '../../../shared/text.ts'
import { healthLink, healthOf } from '../../platform/problem/health.ts'
import { adminsOnly, placedFields, placedJoins } from '../device/list-parts.ts'
import { paramsJson, secretsSet } from '../device/params.ts'
import { readAt, readOrUnknown } from '../device/reading.ts'
import { locationShape } from '../rack/list.ts'
import { connectionType } from './port-sql.ts'

const health = healthOf({ entity: 'switch', id: 'd.id' })

/** Switches are the administrators'. */
export const switchList = defineList<Actor>({
  name: 'switch',
  what: msg`Switch`,
  from: 'net_switch d',
  joins: { ...placedJoins, ...health.joins },
  fields: {
    ...placedFields,
    ...listFields(switchFields, 'd'),
    ...health.fields,
    total_port: {
      type: 'int',
      sql: '(select count(*)::int from switch_port p where p.switch_id = d.id and not p.gone)',
    },
    using_port: {
      type: 'int',
      sql: `(select count(*)::int from switch_port p left join switch_connection k on k.switch_port_id = p.id
              where p.switch_id = d.id and (p.is_uplink or p.is_service or k.id is not null))`,
    },
    status: { type: 'enum', sql: 'd.status', values: switchStatuses },
    fault: { type: 'text', sql: 'd.fault', nullable: true },
    host_key: { type: 'text', sql: 'd.host_key', nullable: true },
  },
  links: { location: 'location.id', rack: 'rack.id', ...healthLink },
  row: {
    location: locationShape,
    server_connection: jsonList(
      { connection_id: 'k.id', server_id: 'k.server_id', port_id: 'p.id', port_if_index: 'p.if_index' },
      'switch_connection k join switch_port p on p.id = k.switch_port_id where p.switch_id = d.id',
      'p.id',
    ),
    snmp_params: paramsJson('snmp'),
    ssh_params: paramsJson('ssh'),
    netconf_params: paramsJson('netconf'),
    secrets_set: secretsSet(['snmp', 'ssh', 'netconf']),
    additional_info: 'd.additional_info',
  },
  search: ['name', 'hostname', 'ip', 'note'],
  searchIndexed: true,
  visible: adminsOnly,
})

/** What a reading says of a port (alias p, its switch w), also beside its connection. */
export const portState = {
  speed: { type: 'enum', sql: 'p.speed', values: speeds },
  duplex: { type: 'enum', sql: 'p.duplex', values: duplexes },
  admin_status: { type: 'enum', sql: 'p.admin_status', values: adminStatuses },
  oper_status: { type: 'enum', sql: readOrUnknown('w', 'p', 'oper_status'), values: operStatuses },
  description: { type: 'text', sql: 'p.description' },
  read_at: { type: 'time', sql: readAt('w', 'p'), nullable: true },
} as const

/** Ports of switches; the scope names which switch. */
export const switchPortList = defineList<Actor>({
  name: 'switch_port',
  what: msg`Port`,
  from: 'switch_port p',
  joins: {
    w: 'left join net_switch w on w.id = p.switch_id',
    k: 'left join switch_connection k on k.switch_port_id = p.id',
    s: 'left join server s on s.id = k.server_id',
    b: 'left join operation_port b on b.switch_port_id = p.id',
    c: 'left join chassis c on c.id = s.chassis_id',
  },
  fields: {
    id: { type: 'int', sql: 'p.id' },
    switch: { type: 'int', sql: 'p.switch_id' },
    switch_name: { type: 'text', sql: 'w.name' },
    if_index: { type: 'text', sql: 'p.if_index', order: 'p.if_index::bigint' },
    name: { type: 'text', sql: 'p.name' },
    mac: { type: 'text', sql: 'p.mac', nullable: true },
    ...portState,
    speed_type: { type: 'enum', sql: 'p.speed_type', values: speedTypes },
    connection_type: { type: 'enum', sql: connectionType, values: connectionTypes },
    connection_type_info: { type: 'text', sql: 'p.connection_type_info' },
    connection_id: { type: 'text', sql: "coalesce(k.id::text, '')" },
    note: { type: 'text', sql: 'p.note' },
    'server.id': { type: 'int', sql: 's.id', nullable: true },
    'server.name': { type: 'text', sql: 's.name', nullable: true },
    vlan_id: { type: 'int', sql: 'p.vlan_id', nullable: true },
    is_trunk: { type: 'bool', sql: 'p.is_trunk' },
    trunk_members: { type: 'array', sql: 'p.trunk_members' },
    do_not_collect_traffic: { type: 'bool', sql: 'coalesce(k.do_not_collect_traffic, p.do_not_collect_traffic)' },
    is_uplink: { type: 'bool', sql: 'p.is_uplink' },
    is_service: { type: 'bool', sql: 'p.is_service' },
    task_id: { type: 'int', sql: 'p.task_id', nullable: true },
    fault: { type: 'text', sql: 'p.fault', nullable: true },
    gone: { type: 'bool', sql: 'p.gone' },
    aggregate: { type: 'text', sql: 'p.aggregate', nullable: true },
    version: { type: 'int', sql: 'p.version' },
  },
  links: { server: 'server.id' },
  leftOut: ['vlan_id'],
  row: {
    provisioning: `case when b.switch_port_id is not null then json_build_object('operation', b.operation_id, 'vlan', b.vlan,
      'before', json_build_object('vlan_id', b.before_vlan, 'is_trunk', b.before_trunk, 'trunk_members', b.before_members),
      'fault', b.fault) end`,
    server: { rack: 'coalesce(s.rack_id, c.rack_id, 0)', domain: "coalesce(s.domain, '')", state: 's.state' },
  },
  search: ['name', 'note', 'description', 'server.name'],
  visible: adminsOnly,
})
