// The reference of P9: what is left of a list when nobody asks who calls. Node's HTTP server, `pg`, JSON made in SQL, passed through.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const SQL = `
  select coalesce(json_agg(r), '[]')::text as body from (
    select h.*, json_build_object('id', n.id, 'name', n.name) as node, json_build_object('id', c.id, 'name', c.name) as cluster,
           json_build_object('id', a.id, 'email', a.email) as account, json_build_object('id', d.id, 'size_mib', d.size_mib) as disk,
           (select json_agg(json_build_object('ip', host(i.ip_addr))) from ip i where i.host_id = h.id) as ip4
      from (select * from host order by id limit $1 offset $2) h join cluster c on c.id = h.cluster_id join account a on a.id = h.account_id
      left join node n on n.id = h.node_id left join disk d on d.host_id = h.id and d.is_main order by h.id) r`

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const server = createServer(async (_, res) => {
  const { rows } = await pool.query({ name: 'list', text: SQL, values: [100, 0] })
  res.writeHead(200, { 'content-type': 'application/json' }).end(rows[0].body)
})
// Longer than any side waits for its turn.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () =>
  console.log(`Datahall is ready:  http://localhost:${(server.address() as AddressInfo).port}\n`),
)
