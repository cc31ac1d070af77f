import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { ClusterCapacity, Counts, LocationLoad, NodeLoad, Overview } from '../../../domain/overview/record.ts'
import { demoStatus } from '../../../simulation/demo/service.ts'
import { powerNow } from '../../datacenter/server/unread.ts'
import { ipv4Total } from '../../network/range/list.ts'

/** Squares of the heat map; an installation with more nodes looks at its list. */
const MOST_NODES = 500

const sum = (column: string, table: string, where: string) =>
  `(select coalesce(sum(x.${column}::bigint), 0) from ${table} x where ${where})`
const share = (used: string, total: string) => `json_build_object('used', ${used}, 'total', ${total})`

/** Nodes that cannot be used give nothing: their capacity counts again when they are back. */
const ofNodes = (column: string) => sum(column, 'node', "x.cluster_id = c.id and x.state = 'active'")

const POOLS = '(select pc.ippool_id from ippool_cluster pc where pc.cluster_id = c.id)'

const CLUSTERS = `select c.id, c.name,
    (select count(*)::int from node n where n.cluster_id = c.id) as node_count,
    (select count(*)::int from host h where h.cluster_id = c.id) as host_count,
    ${share(sum('cpu_number', 'host', 'x.cluster_id = c.id'), ofNodes('cpu_number'))} as cpu,
    ${share(ofNodes('ram_used_mib'), ofNodes('ram_mib'))} as ram_mib,
    ${share(ofNodes('storage_used_mib'), ofNodes('storage_total_mib'))} as storage_mib,
    case when exists (select from ippool_cluster pc where pc.cluster_id = c.id) then ${share(
      `(select count(*) from ip i where i.family = 2 and i.ippool_id in ${POOLS})`,
      `(${ipv4Total(`r.ippool_id in ${POOLS}`)})`,
    )} end as ipv4
  from cluster c where c.state = 'active' order by c.name limit 50`

const NODES = `select n.id, n.name, n.cluster_id as cluster, n.state, n.maintenance_mode, n.cpu_percent,
    case when n.ram_mib > 0 then round(100.0 * n.ram_used_mib / n.ram_mib)::int else 0 end as ram_percent,
    (select count(*)::int from host h where h.node_id = n.id) as host_count
  from node n order by n.cluster_id, n.name limit ${MOST_NODES}`

const here = (table: string, where = 'true') =>
  `(select count(*)::int from ${table} x where x.location_id = l.id and ${where})`

/** A unit has two halves, and is in use when something stands in front or at the rear: as racks count theirs. */
const LOCATIONS = `select l.id, l.name, ${here('rack')} as racks,
    ${share(
      `(select (count(*) / 2.0)::float8 from (select from rack_cell c join rack r on r.id = c.rack_id
         where r.location_id = l.id and c.face in ('front', 'rear') and c.kind <> 'reserved' group by c.rack_id, c.unit, c.half) c)`,
      sum('size', 'rack', 'x.location_id = l.id'),
    )} as units,
    ${share(here('server', `${powerNow('x')} = 'on'`), here('server'))} as servers,
    ${share(here('net_switch', "x.status <> 'fail'"), here('net_switch'))} as switches,
    ${share(here('pdu', "x.status <> 'fail'"), here('pdu'))} as pdus,
    (select sum(x.load_watt)::int from pdu x where x.location_id = l.id) as load_watt
  from location l order by l.name limit 50`

const count = (table: string, where = 'true') => `(select count(*)::int from ${table} x where ${where})`

/** How full the clusters are and how busy the nodes, and how much of everything there is: one reading for the first page. */
export async function readOverview({ actor }: Context): Promise<Overview> {
  const { pool } = db()
  const mine = actor.isAdmin ? 'true' : 'x.account_id = $1::int'
  const forAdmin = (sql: string) => (actor.isAdmin ? sql : '0')
  const [clusters, nodes, locations, counted, demo] = await Promise.all([
    actor.isAdmin ? pool.query<ClusterCapacity>(CLUSTERS) : null,
    actor.isAdmin ? pool.query<NodeLoad>(NODES) : null,
    actor.isAdmin ? pool.query<LocationLoad>(LOCATIONS) : null,
    pool.query<Counts>(
      `select ${forAdmin(count('cluster'))} as clusters, ${forAdmin(count('node'))} as nodes,
         ${forAdmin(count('node', "x.state = 'active'"))} as active_nodes, ${count('host', mine)} as hosts,
         ${count('host', `x.state = 'active' and ${mine}`)} as active_hosts, ${forAdmin(count('repository'))} as repositories,
         ${forAdmin(count('os', "x.state = 'active'"))} as os, ${forAdmin(count('ippool'))} as ippools, ${forAdmin(count('account'))} as users,
         ${forAdmin(count('rack'))} as racks, ${count('server', actor.isAdmin ? 'true' : 'x.owner_id = $1::int')} as servers`,
      actor.isAdmin ? [] : [actor.account_id],
    ),
    actor.isAdmin ? demoStatus() : { loaded: false },
  ])
  const [counts] = counted.rows
  if (!counts) throw new Error('a count is always one row')
  return {
    clusters: clusters?.rows ?? [],
    nodes: nodes?.rows ?? [],
    node_count: counts.nodes,
    locations: locations?.rows ?? [],
    counts,
    demo: demo.loaded,
  }
}
