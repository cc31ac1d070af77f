import { portName } from './port-sql.ts'

/** Addresses seen within this time count; they are written down again every hour. */
const RECENT = "interval '2 hours'"

const named = (alias: string) => `json_build_object('id', ${alias}.id, 'name', ${alias}.name)`

/**
 * Servers that neighbours of a switch ($1) are: by an address of theirs, or by what they call themselves. Columns: if_index, server_id,
 * system_name.
 */
export const NEIGHBOUR_SERVERS = `
  select n.if_index, s.id as server_id, n.system_name from net_switch w join switch_neighbour n on n.switch_id = w.id
    join server_mac m on m.mac in (n.chassis_id, n.port_id) join server s on s.id = m.server_id and s.location_id = w.location_id
   where w.id = $1::int
  union
  select n.if_index, s.id, n.system_name from net_switch w join switch_neighbour n on n.switch_id = w.id and n.system_name <> ''
    join (server s cross join lateral (values (lower(s.name)), (lower(s.domain)), (lower(s.name || '.' || s.domain))) v(name))
      on v.name = lower(n.system_name) and s.location_id = w.location_id
   where w.id = $1::int`

/** Ports of a switch ($1, and $2 when one port is meant) about which people have an opinion. */
const PORTS = `
  select p.*, ${portName} as words, k.id as connection_id, k.server_id, k.is_ipmi_connection, coalesce(k.suspended, false) as suspended
    from switch_port p left join switch_connection k on k.switch_port_id = p.id
   where p.switch_id = $1::int and ($2::int is null or p.id = $2) and not p.gone and not p.is_uplink and p.task_id is null`

const vlan = (prefix: string, vlan: string, trunk: string, members: string) =>
  `json_build_object('vlan_id', ${prefix}${vlan}, 'is_trunk', ${prefix}${trunk}, 'trunk_members', ${prefix}${members})`

const ADMIN_DIFFERS = "p.wanted_admin <> p.admin_status and p.admin_status in ('up', 'down')"
const VLAN_DIFFERS = `p.wanted_vlan is not null
       and (p.wanted_vlan, p.wanted_trunk, p.wanted_members) is distinct from (p.vlan_id, p.is_trunk, p.trunk_members)
       and not exists (select from operation_port b where b.switch_port_id = p.id)`

/**
 * Drifts of a switch ($1) or of one port of it ($2), at most 500. A suspended server's ports are off on purpose; a
 * node's ports show addresses of its VMs; a server in maintenance is skipped; one without stored addresses has no
 * unknown ones.
 */
export const DRIFTS = `
  with p as (${PORTS}), ns as (${NEIGHBOUR_SERVERS}), d as (
    select 1 as ord, 'admin' as kind, p.id, p.words, json_build_object('admin_status', p.wanted_admin) as wanted,
           json_build_object('admin_status', p.admin_status) as found, true as can_accept, true as can_enforce
      from p where ${ADMIN_DIFFERS} and not p.suspended
    union all
    select 2, 'vlan', p.id, p.words, json_build_object('vlan', ${vlan('p.', 'wanted_vlan', 'wanted_trunk', 'wanted_members')}),
           json_build_object('vlan', ${vlan('p.', 'vlan_id', 'is_trunk', 'trunk_members')}), p.vlan_id is not null, true
      from p where ${VLAN_DIFFERS}
    union all
    select 3, 'neighbour', p.id, p.words, json_build_object('server', ${named('s')}),
           json_build_object('server', ${named('o')}, 'system_name', ns.system_name), true, false
      from p join ns on ns.if_index = p.if_index join server s on s.id = p.server_id join server o on o.id = ns.server_id
     where o.id <> s.id and not exists(select from ns x where x.if_index = p.if_index and x.server_id = s.id)
    union all
    select 3, 'neighbour', p.id, p.words, json_build_object('server', ${named('s')}), json_build_object('system_name', n.system_name), false, false
      from p join switch_neighbour n on n.switch_id = $1::int and n.if_index = p.if_index join server s on s.id = p.server_id
      join net_switch w on lower(n.system_name) in (lower(w.name), lower(nullif(w.hostname, '')))
     where not exists(select from ns x where x.if_index = p.if_index)
    union all
    select 4, 'mac', p.id, p.words, json_build_object('server', ${named('s')}),
           json_strip_nulls(json_build_object('mac', a.mac, 'server', case when o.id is not null then ${named('o')} end)), o.id is null, false
      from p join switch_mac a on a.switch_id = $1::int and a.if_index = p.if_index and a.seen_at > now() - ${RECENT}
      join server s on s.id = p.server_id left join server_mac m on m.mac = a.mac left join server o on o.id = m.server_id
     where m.server_id is distinct from s.id and not p.is_ipmi_connection and not s.maintenance and s.node_id is null
       and exists(select from server_mac own where own.server_id = s.id))
  select kind, id as port_id, words as port_name, wanted, found, can_accept, can_enforce from d order by id, ord, found->>'mac' limit 500`

/**
 * Switches with ports that are set up otherwise than people asked for: switch_id, how many, names of a few. Cables are not looked at:
 * of a thousand switches that takes seconds. `drift_at` is set by triggers as long as a port differs.
 */
export const SET_OTHERWISE = `
  select p.switch_id, count(*)::int as ports, array_to_string((array_agg(${portName} order by p.id))[1:4], ', ') as words,
    min(p.drift_at) as since
    from switch_port p left join switch_connection k on k.switch_port_id = p.id
   where p.drift_at is not null and not p.gone and not p.is_uplink and p.task_id is null
     and ((${ADMIN_DIFFERS}) or (${VLAN_DIFFERS})) and not (coalesce(k.suspended, false) and not (${VLAN_DIFFERS})) group by p.switch_id`

/**
 * Links that a switch ($1) knows of and the panel does not: a neighbour that is one server, or a port on which all addresses are of one
 * server.
 */
export const SUGGESTIONS = `
  with ns as (${NEIGHBOUR_SERVERS}), free as (
    select p.id, p.if_index, ${portName} as words, w.location_id from switch_port p join net_switch w on w.id = p.switch_id
     where p.switch_id = $1::int and not p.gone and not p.is_uplink and not p.is_service
       and not exists(select from switch_connection k where k.switch_port_id = p.id)),
  found as (
    select f.id, min(ns.server_id) as server_id, 'lldp' as reason from free f join ns on ns.if_index = f.if_index
     group by f.id having count(distinct ns.server_id) = 1
    union all
    select f.id, min(m.server_id), 'mac' from free f
      join switch_mac a on a.switch_id = $1::int and a.if_index = f.if_index and a.seen_at > now() - ${RECENT}
      left join server_mac m on m.mac = a.mac left join server s on s.id = m.server_id and s.location_id = f.location_id
     group by f.id having count(distinct s.id) = 1 and bool_and(s.id is not null))
  select f.id as switch_port_id, f.words as port_name, s.id as server_id, s.name as server_name, array_agg(x.reason order by x.reason) as reasons
    from found x join free f on f.id = x.id join server s on s.id = x.server_id
   group by f.id, f.words, s.id, s.name order by f.id, s.id limit 500`
