import type { Actor } from '../../../../api/context.ts'
import { defineList } from '../../../../api/list/define.ts'
import { sql } from '../../../../api/list/sql.ts'
import { interfaceModels, interfaceStates } from '../../../../domain/host/network.ts'

/** Interfaces of VMs; callers see those of the VMs that they see. */
export const interfaceList = defineList<Actor>({
  name: 'host_interface',
  from: 'host_interface x join host h on h.id = x.host_id',
  joins: { b: 'left join node_interface b on b.node_id = h.node_id and b.name = x.bridge' },
  fields: {
    id: { type: 'int', sql: 'x.id' },
    name: { type: 'text', sql: 'x.name' },
    mac: { type: 'text', sql: 'x.mac' },
    model: { type: 'enum', sql: 'x.model', values: interfaceModels },
    bridge: { type: 'text', sql: 'x.bridge' },
    bridge_id: { type: 'int', sql: 'b.id', nullable: true },
    dhcp: { type: 'bool', sql: 'x.dhcp' },
    no_ip: { type: 'bool', sql: 'x.no_ip' },
    is_main_network: { type: 'bool', sql: 'x.is_main_network' },
    cluster_interface: { type: 'int', sql: 'x.cluster_interface', nullable: true },
    state: { type: 'enum', sql: 'x.state', values: interfaceStates },
  },
  row: {
    ip: `array(select coalesce(i.prefix::text, host(i.ip_addr)) from ip i where i.host_id = x.host_id
           and coalesce(i.host_interface_id, (select min(f.id) from host_interface f where f.host_id = x.host_id)) = x.id order by i.id)`,
    vxlan: 'null::int',
  },
  search: ['name', 'mac'],
  visible: (actor) => (actor.isAdmin ? null : sql`h.account_id = ${actor.account_id}`),
})
