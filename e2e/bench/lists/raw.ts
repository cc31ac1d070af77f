// The reference of P9: a list without access checks. Node's HTTP server, `pg`, JSON made in SQL, passed through.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** The rows of our list in hand-written SQL; $1 rows from $2 on. */
const statements: Record<string, string> = {
  machines: `
  select coalesce(json_agg(r), '[]')::text as body from (
    select h.*, json_build_object('id', n.id, 'name', n.name) as node, json_build_object('id', c.id, 'name', c.name) as cluster,
           json_build_object('id', a.id, 'email', a.email) as account, json_build_object('id', d.id, 'size_mib', d.size_mib) as disk,
           (select json_agg(json_build_object('ip', host(i.ip_addr))) from ip i where i.host_id = h.id) as ip4
      from (select * from host order by id limit $1 offset $2) h join cluster c on c.id = h.cluster_id join account a on a.id = h.account_id
      left join node n on n.id = h.node_id left join disk d on d.host_id = h.id and d.is_main order by h.id) r`,
  servers: `
  select coalesce(json_agg(r), '[]')::text as body from (
    select s.*, json_build_object('id', l.id, 'name', l.name) as location, json_build_object('id', k.id, 'name', k.name, 'size', k.size) as rack,
           json_build_object('id', f.id, 'name', f.name) as platform, a.email as owner_email,
           (select json_agg(m.mac) from server_mac m where m.server_id = s.id) as mac,
           (select json_agg(json_build_object('id', i.id, 'name', host(i.ip_addr))) from ip i where i.server_id = s.id) as ips,
           (select json_agg(json_build_object('id', p.id, 'name', p.name, 'switch', w.id, 'switch_name', w.name, 'admin_status', p.admin_status))
              from switch_connection c join switch_port p on p.id = c.switch_port_id join net_switch w on w.id = p.switch_id where c.server_id = s.id) as ports,
           (select json_agg(json_build_object('id', o.id, 'identity', o.identity, 'pdu', u.id, 'pdu_name', u.name))
              from pdu_connection c join pdu_port o on o.id = c.pdu_port_id join pdu u on u.id = o.pdu_id where c.server_id = s.id) as outlets
      from (select * from server order by id limit $1 offset $2) s join location l on l.id = s.location_id join platform f on f.id = s.platform_id
      left join rack k on k.id = s.rack_id left join account a on a.id = s.owner_id order by s.id) r`,
  racks: `
  select coalesce(json_agg(r), '[]')::text as body from (
    select k.*, json_build_object('id', l.id, 'name', l.name) as location,
           (select count(distinct (c.unit, c.half)) / 2.0 from rack_cell c where c.rack_id = k.id and c.face in ('front', 'rear')) as used,
           (select json_agg(json_build_object('id', d.id, 'name', d.name, 'unit', d.unit)) from server d where d.rack_id = k.id) as servers,
           (select json_agg(json_build_object('id', d.id, 'name', d.name, 'unit', d.unit)) from net_switch d where d.rack_id = k.id) as switches,
           (select json_agg(json_build_object('id', d.id, 'name', d.name, 'unit', d.unit)) from pdu d where d.rack_id = k.id) as pdus
      from (select * from rack order by id limit $1 offset $2) k join location l on l.id = k.location_id order by k.id) r`,
  ports: `
  select coalesce(json_agg(r), '[]')::text as body from (
    select p.*, w.name as switch_name, json_build_object('id', s.id, 'name', s.name, 'rack', s.rack_id) as server, c.id as connection_id
      from (select * from switch_port where switch_id = 1 order by id limit $1 offset $2) p join net_switch w on w.id = p.switch_id
      left join switch_connection c on c.switch_port_id = p.id left join server s on s.id = c.server_id order by p.id) r`,
}
const text = statements[process.argv[2] ?? '']
if (!text) throw new Error(`No statement of that name: ${Object.keys(statements).join(', ')}`)

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const server = createServer(async (_, res) => {
  const { rows } = await pool.query({ name: 'list', text, values: [100, 0] })
  res.writeHead(200, { 'content-type': 'application/json' }).end(rows[0].body)
})
// Longer than any side waits for its turn.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () =>
  console.log(`Datahall is ready:  http://localhost:${(server.address() as AddressInfo).port}\n`),
)
