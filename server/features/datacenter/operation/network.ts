import { db } from '../../../db/pool.ts'
import {
  type InstalledNetwork,
  installedNetwork,
  type NetworkAddress,
  type NetworkPort,
} from '../../../domain/operation/network.ts'

export type ServerAddress = NetworkAddress & { gateway: string | null; family: number }

/** Addresses of a server, the main one first. */
async function addressesOf(server_id: number): Promise<ServerAddress[]> {
  const { rows } = await db().pool.query<ServerAddress>(
    `select host(i.ip_addr) || '/' || masklen(coalesce(n.net, set_masklen(i.ip_addr, case when i.family = 2 then 32 else 128 end))) as address,
            host(coalesce(n.gateway, i.gateway::inet)) as gateway, i.family, nullif(n.vlan, '')::int as vlan
       from ip i join server s on s.id = i.server_id left join ipnet n on n.id = i.ipnet_id where i.server_id = $1::int and i.state = 'ok'
      order by (i.id = s.main_ip_id) desc nulls last, i.family, i.id`,
    [server_id],
  )
  return rows
}

/**
 * Card of a server ($1) at a port p of a switch w: as the card heard it by LLDP when the server was last diagnosed, else by the addresses that the switch has
 * learned there.
 */
const CARD = `coalesce(
  (select lower(c->>'mac') from jsonb_array_elements((select r.report->'nics' from hardware_report r where r.server_id = $1::int order by r.id desc limit 1)) c
    where lower(c->'lldp'->>'system') in (lower(w.name), lower(nullif(w.hostname, ''))) and lower(c->'lldp'->>'port') in (lower(p.name), p.if_index, p.mac)
    limit 1),
  (select a.mac from switch_mac a join server_mac m on m.mac = a.mac and m.server_id = $1::int
    where a.switch_id = p.switch_id and a.if_index = p.if_index order by a.seen_at desc limit 1))`

/**
 * Ports that cables of a server lead to, without that of its controller. An aggregation has the VLANs of its members; a port that is in the provisioning VLAN
 * counts as it was before.
 */
async function portsOf(server_id: number): Promise<NetworkPort[]> {
  const { rows } = await db().pool.query<NetworkPort>(
    `select w.name || ' ' || coalesce(nullif(p.name, ''), p.if_index) as name, ${CARD} as mac, p.switch_id || ':' || p.aggregate as aggregate,
            coalesce(b.before_vlan, v.vlan_id) as vlan_id, coalesce(b.before_trunk, v.is_trunk) as is_trunk,
            coalesce(b.before_members, v.trunk_members) as trunk_members
       from switch_connection k join switch_port p on p.id = k.switch_port_id join net_switch w on w.id = p.switch_id
       left join switch_port g on g.switch_id = p.switch_id and g.if_index = p.aggregate
       join switch_port v on v.id = coalesce(g.id, p.id) left join operation_port b on b.switch_port_id = v.id
      where k.server_id = $1::int and not k.is_ipmi_connection order by k.id`,
    [server_id],
  )
  return rows
}

/** The network that a system gets which is installed on a server now. @param boot_mac card that it boots by */
export async function networkOf(server_id: number, boot_mac: string): Promise<InstalledNetwork<ServerAddress>> {
  const [addresses, ports, macs] = await Promise.all([
    addressesOf(server_id),
    portsOf(server_id),
    db().prisma.server_mac.findMany({ where: { server_id }, orderBy: [{ position: 'asc' }, { mac: 'asc' }] }),
  ])
  return installedNetwork({ boot_mac, macs: macs.map(({ mac }) => mac), ports, addresses })
}
