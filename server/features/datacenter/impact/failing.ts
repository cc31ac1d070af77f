import type { ImpactKind } from '../../../domain/impact/schema.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { portName } from '../switch/port-sql.ts'

/** SQL of what fails with `$1`: outlets and ports that carry nothing any more, servers that are in it. A node is its servers' business. */
type Failing = { what: Text; name: string; outlets: string; ports: string; servers: string }

const none = 'select null::int where $1::int is null'
const blades = 'select s.id from server s join chassis c on c.id = s.chassis_id where c.rack_id = $1::int'

export const failing: Record<ImpactKind, Failing> = {
  outlet: {
    what: msg`Outlet`,
    name: `select u.name || ' / ' || p.identity as name from pdu_port p join pdu u on u.id = p.pdu_id where p.id = $1::int`,
    outlets: 'select $1::int',
    ports: none,
    servers: none,
  },
  pdu: {
    what: msg`PDU`,
    name: 'select name from pdu where id = $1::int',
    outlets: 'select id from pdu_port where pdu_id = $1::int',
    ports: none,
    servers: none,
  },
  port: {
    what: msg`Port`,
    name: `select w.name || ' / ' || ${portName} as name from switch_port p join net_switch w on w.id = p.switch_id where p.id = $1::int`,
    outlets: none,
    ports: 'select $1::int',
    servers: none,
  },
  switch: {
    what: msg`Switch`,
    name: 'select name from net_switch where id = $1::int',
    outlets: none,
    ports: 'select id from switch_port where switch_id = $1::int',
    servers: none,
  },
  rack: {
    what: msg`Rack`,
    name: 'select name from rack where id = $1::int',
    outlets: 'select p.id from pdu_port p join pdu u on u.id = p.pdu_id where u.rack_id = $1::int',
    ports: 'select p.id from switch_port p join net_switch w on w.id = p.switch_id where w.rack_id = $1::int',
    servers: `select id from server where rack_id = $1::int union ${blades}`,
  },
  server: {
    what: msg`Server`,
    name: 'select name from server where id = $1::int',
    outlets: none,
    ports: none,
    servers: 'select $1::int',
  },
  node: {
    what: msg`Node`,
    name: 'select name from node where id = $1::int',
    outlets: none,
    ports: none,
    servers: none,
  },
}

/** Outlets that may supply power: all that are not known to be off. */
const suppliesPower = "not o.gone and o.power_status <> 'down'"
const links = "not p.gone and p.admin_status <> 'down' and p.oper_status <> 'down' and not k.is_ipmi_connection"

/** SQL of every server that `$1` means something to, with what it loses and keeps. Few: as many as it has ports, or stand in it. */
export const lossesSql = ({ outlets, ports, servers }: Failing) => `
  with fo as (${outlets}), fp as (${ports}), fs as (${servers}),
  hit as (select k.server_id as id from pdu_connection k where k.pdu_port_id in (table fo)
          union select k.server_id from switch_connection k where k.switch_port_id in (table fp) union table fs)
  select s.id, s.name, s.node_id, s.owner_id, a.email as owner_email, s.id in (table fs) as inside,
         power.lost as power_lost, power.kept as power_left, net.lost as links_lost, net.kept as links_left
    from hit join server s on s.id = hit.id left join account a on a.id = s.owner_id
    cross join lateral (
      select count(*) filter (where f)::int as lost, count(*) filter (where not f)::int as kept
        from (select o.id in (table fo) as f from pdu_connection k join pdu_port o on o.id = k.pdu_port_id
               where k.server_id = s.id and ${suppliesPower}) x) power
    cross join lateral (
      select count(*) filter (where f)::int as lost, count(*) filter (where not f)::int as kept
        from (select p.id in (table fp) as f from switch_connection k join switch_port p on p.id = k.switch_port_id
               where k.server_id = s.id and ${links}) x) net`
