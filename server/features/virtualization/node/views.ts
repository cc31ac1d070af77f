import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'

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

export const nodeInterfaceList = defineList<Actor>({
  name: 'node_interface',
  from: 'node_interface i',
  fields: {
    id: { type: 'int', sql: 'i.id' },
    name: { type: 'text', sql: 'i.name' },
    type: { type: 'enum', sql: 'i.type', values: ['eth', 'bond', 'bridge'] },
    state: { type: 'text', sql: 'i.state' },
    mac: { type: 'text', sql: 'i.mac', nullable: true },
    vlan: { type: 'int', sql: 'i.vlan', nullable: true },
    is_default: { type: 'bool', sql: 'i.is_default' },
    slaves: { type: 'array', sql: 'i.slaves' },
    host_count: {
      type: 'int',
      sql: '(select count(distinct hi.host_id)::int from host_interface hi where hi.node_interface_id = i.id)',
    },
  },
  row: {
    used: 'exists (select from host_interface hi where hi.node_interface_id = i.id)',
    take_slave_ip: 'false',
    is_main_network: "i.type = 'bridge'",
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
