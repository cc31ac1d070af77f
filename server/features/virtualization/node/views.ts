import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { MAIN_BRIDGE } from './main-bridge.ts'

const visible = (actor: Actor) => (actor.isAdmin ? null : raw('false'))

export const nodeShortList = defineList<Actor>({
  name: 'node',
  from: 'node n join cluster cl on cl.id = n.cluster_id',
  fields: {
    id: { type: 'int', sql: 'n.id' },
    ip: { type: 'text', sql: 'n.ip' },
    'cluster.virtualization_type': { type: 'text', sql: 'cl.virtualization_type' },
    libvirt_error: { type: 'text', sql: 'n.libvirt_error', nullable: true },
  },
  visible,
})

/** First address of a list, without its prefix's fellows. */
const first = (key: string) => `(i.ip_params->'${key}'->>0)`

/** VMs with an interface on this one. */
const hostsOn =
  'from host h join host_interface hi on hi.host_id = h.id where h.node_id = i.node_id and hi.bridge = i.name'

export const nodeInterfaceList = defineList<Actor>({
  name: 'node_interface',
  from: 'node_interface i join node n on n.id = i.node_id',
  fields: {
    id: { type: 'int', sql: 'i.id' },
    name: { type: 'text', sql: 'i.name' },
    type: { type: 'enum', sql: 'i.type', values: ['eth', 'bond', 'bridge'] },
    state: { type: 'text', sql: 'i.state' },
    mac: { type: 'text', sql: 'i.mac', nullable: true },
    vlan: { type: 'int', sql: 'i.vlan', nullable: true },
    is_default: { type: 'bool', sql: 'i.is_default' },
    slaves: { type: 'array', sql: 'i.slaves' },
    host_count: { type: 'int', sql: `(select count(distinct h.id)::int ${hostsOn})` },
  },
  row: {
    used: `(exists (select ${hostsOn})
            or exists (select from node_interface o where o.node_id = i.node_id and i.name = any(o.slaves)))`,
    take_slave_ip: 'false',
    is_main_network: `(i.name is not distinct from ${MAIN_BRIDGE})`,
    mode: 'null::text',
    ip_params: {
      v4: first('v4'),
      v6: first('v6'),
      gateway_v4: "i.ip_params->>'gateway_v4'",
      gateway_v6: "i.ip_params->>'gateway_v6'",
    },
    old_values: 'null::json',
  },
  visible,
})
