import { chassisFields } from '../chassis/fields.ts'
import { cpuSocketFields } from '../cpu-socket/fields.ts'
import { ipnetFields } from '../ipnet/fields.ts'
import { ippoolFields } from '../ippool/fields.ts'
import { locationFields } from '../location/fields.ts'
import { pduFields } from '../pdu/fields.ts'
import { platformFields } from '../platform/fields.ts'
import { rackFields } from '../rack/fields.ts'
import { serverFields } from '../server/fields.ts'
import { type Fields, importable } from '../shared/field.ts'
import { switchFields } from '../switch/fields.ts'
import { vlanFields } from '../vlan/fields.ts'
import type { ImportKind } from './kinds.ts'

/** `list`: several values separated by spaces. `secret`: accepted, never shown. */
export type ColumnType = 'text' | 'int' | 'bool' | 'list' | 'secret'
export type Column = {
  /** As the table's CSV file calls it. */
  name: string
  /** Shorter names that people write; the longer one goes before them. */
  also?: readonly string[]
  type: ColumnType
  /** Part of the key of the record. */
  key?: true
  /** Required for a new record. */
  needed?: true
  /** Cannot be changed afterwards. */
  fixed?: true
  /** For the template. */
  example?: string
}

const text = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'text', ...more })
const int = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'int', ...more })
const bool = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'bool', ...more })
const secret = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'secret', ...more })

/** Columns of a resource's own fields, key columns first. */
function own(fields: Fields): { keys: Column[]; others: Column[] } {
  const columns = importable(fields).map((name): Column => {
    const { type, required, import: more } = fields[name]!
    return {
      name, // No kind that is imported has fractions.
      type: type === 'enum' || type === 'number' ? 'text' : type,
      ...(required && { needed: true }),
      ...more,
    }
  })
  return { keys: columns.filter(({ key }) => key), others: columns.filter(({ key }) => !key) }
}
const ofLocation = own(locationFields)
const ofVlan = own(vlanFields)
const ofPool = own(ippoolFields)
const ofSocket = own(cpuSocketFields)
const ofPlatform = own(platformFields)
const ofRack = own(rackFields)
const ofChassis = own(chassisFields)
const ofServer = own(serverFields)
const ofSwitch = own(switchFields)
const ofPdu = own(pduFields)

const unique = (example: string): Column => text('name', { key: true, needed: true, example })
const location = (more: Partial<Column> = {}) =>
  text('location.name', { also: ['location'], needed: true, example: 'Oslo', ...more })
const rack = text('rack.name', { also: ['rack'], needed: true, example: 'A-01' })
const snmp = [
  text('snmp_params.version', { example: 'snmp_v2c' }),
  secret('snmp_params.community', { also: ['community'] }),
  text('snmp_params.hostname'),
  text('snmp_params.security_username'),
  text('snmp_params.security_level'),
  text('snmp_params.auth_protocol'),
  secret('snmp_params.auth_password'),
  text('snmp_params.privacy_protocol'),
  secret('snmp_params.privacy_password'),
]
const ways = [
  ...snmp,
  text('ssh_params.user'),
  secret('ssh_params.password'),
  int('ssh_params.port'),
  text('netconf_params.username'),
  secret('netconf_params.password'),
  int('netconf_params.port'),
]
/** The columns of each kind, as templates and exports have them. References are by name. */
export const importColumns: Record<ImportKind, readonly Column[]> = {
  location: [...ofLocation.keys, ...ofLocation.others, secret('password')],
  cpu_socket: [...ofSocket.keys, ...ofSocket.others],
  platform: [
    ...ofPlatform.keys,
    text('cpu_socket_name', { also: ['cpu_socket'], needed: true, example: 'LGA4677' }),
    int('cpu_socket_count', { needed: true, example: '2' }),
    ...ofPlatform.others,
  ],
  rack: [location({ key: true }), ...ofRack.keys, ...ofRack.others, int('hall_row'), int('hall_place')],
  chassis: [
    text('location_name', { also: ['location'], key: true, needed: true, example: 'Oslo' }),
    text('rack_name', { also: ['rack'], key: true, needed: true, example: 'A-01' }),
    ...ofChassis.keys,
    ...ofChassis.others,
  ],
  vlan: [
    text('location_name', { also: ['location'], key: true, needed: true, example: 'Oslo' }),
    ...ofVlan.keys,
    ...ofVlan.others,
  ],
  switch: [...ofSwitch.keys, location(), rack, ...ofSwitch.others, ...ways],
  pdu: [...ofPdu.keys, location(), rack, ...ofPdu.others, ...snmp],
  server: [
    ...ofServer.keys,
    text('platform.name', { also: ['platform'], needed: true, example: 'Rack 1U' }),
    location({ needed: undefined }),
    text('rack.name', { also: ['rack'], example: 'A-01' }),
    int('unit', { example: '10' }),
    int('half'),
    text('chassis.name', { also: ['chassis'] }),
    int('slot'),
    { name: 'mac', type: 'list', example: '52:54:00:00:00:01' },
    ...ofServer.others,
    text('owner_email', { also: ['owner'] }),
  ],
  ippool: [...ofPool.keys, location({ needed: undefined, example: undefined }), ...ofPool.others],
  ipnet: [
    unique('198.51.100.0/24'),
    location({ needed: undefined, example: undefined }),
    text('gateway', { example: '198.51.100.1' }),
    int('vlan'),
    ...own(ipnetFields).others,
  ],
  range: [
    text('ippool_name', { also: ['ippool', 'pool'], needed: true, fixed: true, example: 'customers' }),
    unique('198.51.100.10-198.51.100.99'),
  ],
  ip: [
    text('name', { also: ['ip', 'ip_addr'], key: true, needed: true, example: '198.51.100.10' }),
    text('server', { also: ['server_name'], needed: true, fixed: true, example: 'web-01' }),
    text('domain', { needed: true, example: 'web-01.example.com' }),
    bool('is_main'),
  ],
  switch_connection: [
    text('switch_name', { also: ['switch'], key: true, needed: true, example: 'sw-a-01' }),
    text('port_name', { also: ['port'], key: true, needed: true, example: 'ge-0/0/1' }),
    text('server_name', { also: ['server'], needed: true, fixed: true, example: 'web-01' }),
    bool('do_not_collect_traffic'),
  ],
  pdu_connection: [
    text('pdu_name', { also: ['pdu'], key: true, needed: true, example: 'pdu-a-01' }),
    int('port_identity', { also: ['outlet', 'port'], key: true, needed: true, example: '1' }),
    text('server_name', { also: ['server'], needed: true, fixed: true, example: 'web-01' }),
  ],
}
