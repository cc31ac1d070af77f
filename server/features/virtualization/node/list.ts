import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { nodeFields } from '../../../domain/node/fields.ts'
import { nodeLifecycle } from '../../../domain/node/states.ts'
import { msg } from '../../../shared/text.ts'
import { healthLink, healthOf } from '../../platform/problem/health.ts'
import { DISABLED_OS } from '../os/disabled.ts'
import { MAIN_BRIDGE } from './main-bridge.ts'

const hosts = (where = '') => `(select count(*)::int from host h where h.node_id = n.id${where})`
const hostSum = (column: string) => `(select coalesce(sum(h.${column}), 0)::bigint from host h where h.node_id = n.id)`

const health = healthOf({ entity: 'node', id: 'n.id' })

/** Nodes are the administrators'. */
export const nodeList = defineList<Actor>({
  name: 'node',
  what: msg`Node`,
  from: 'node n join cluster cl on cl.id = n.cluster_id',
  joins: health.joins,
  fields: {
    id: { type: 'int', sql: 'n.id' },
    ...listFields(nodeFields, 'n'),
    state: { type: 'enum', sql: 'n.state', values: nodeLifecycle.states },
    ip: { type: 'text', sql: 'n.ip', order: 'n.ip::inet' },
    ip_addr: { type: 'text', sql: 'n.ip', order: 'n.ip::inet' },
    port: { type: 'int', sql: 'n.port' },
    ssh_user: { type: 'text', sql: 'n.ssh_user' },
    'cluster.id': { type: 'int', sql: 'cl.id' },
    'cluster.name': { type: 'text', sql: 'cl.name' },
    'cluster.data_center': { type: 'text', sql: 'cl.data_center', nullable: true },
    'cluster.time_zone': { type: 'text', sql: 'cl.time_zone' },
    'cpu.number': { type: 'int', sql: 'n.cpu_number' },
    'cpu.used': { type: 'int', sql: hostSum('cpu_number') },
    cpu_percent: { type: 'int', sql: 'n.cpu_percent' },
    'ram_mib.total': { type: 'int', sql: 'n.ram_mib' },
    'ram_mib.used': { type: 'int', sql: 'n.ram_used_mib' },
    'ram_mib.allocated': { type: 'int', sql: hostSum('ram_mib') },
    'storage_mib.total': { type: 'int', sql: 'n.storage_total_mib' },
    'storage_mib.used': { type: 'int', sql: 'n.storage_used_mib' },
    host_count: { type: 'int', sql: hosts() },
    'vm.total': { type: 'int', sql: hosts() },
    'vm.active': { type: 'int', sql: hosts(" and h.state = 'active'") },
    'vm.stopped': { type: 'int', sql: hosts(" and h.state = 'stopped'") },
    'vm.crashed': { type: 'int', sql: hosts(" and h.state = 'crashed'") },
    'vm.estimated': {
      type: 'int',
      sql: 'case when n.ram_mib > 0 then greatest(0, (n.ram_mib * n.overselling / 1024)::int) else 0 end',
    },
    maintenance_mode: { type: 'bool', sql: 'n.maintenance_mode' },
    can_be_reconnect: { type: 'bool', sql: "n.state in ('crashed', 'unavailable')" },
    host_filter: { type: 'json', sql: 'n.host_filter' },
    unavailable_since: { type: 'time', sql: 'n.unavailable_since', nullable: true },
    capabilities: { type: 'array', sql: 'n.capabilities' },
    main_bridge: { type: 'text', sql: MAIN_BRIDGE, nullable: true },
    version: { type: 'int', sql: 'n.version' },
    ...health.fields,
  },
  links: { cluster: 'cluster.id', ...healthLink },
  row: {
    vnc_addr: 'n.ip',
    hetzner_ipv6_enabled: 'false',
    maintenance: 'null::json',
    spice_error: 'null::json',
    ha_state: 'null::text',
    ha_error: 'null::text',
    disabled_os: DISABLED_OS,
    interfaces: jsonList(
      { node_interface: 'i.name', network_switch: 'i.name', id: 'i.id' },
      "node_interface i where i.node_id = n.id and i.type = 'bridge'",
      'i.id',
    ),
  },
  search: ['name', 'ip'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
