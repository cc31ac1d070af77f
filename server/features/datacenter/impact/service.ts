import { db } from '../../../db/pool.ts'
import { type Loss, verdictOf, worstFirst } from '../../../domain/impact/rules.ts'
import { type Impact, type ImpactKind, MOST_NAMED, type Verdict } from '../../../domain/impact/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { failing, lossesSql } from './failing.ts'

type Hit = Loss & {
  id: number
  name: string
  node_id: number | null
  owner_id: number | null
  owner_email: string | null
}

/**
 * What breaks when something fails. Five statements, whatever hangs on it; names the first of each kind and counts all.
 * @throws PanelError 404
 */
export async function impactOf(kind: ImpactKind, id: number): Promise<Impact> {
  const { pool } = db()
  const what = failing[kind]
  const { rows: named } = await pool.query<{ name: string }>(what.name, [id])
  if (!named[0]) throw notFound(what.what, id)
  const { rows: hits } = await pool.query<Hit>(lossesSql(what), [id])
  const servers = hits
    .flatMap((hit) => {
      const verdict = verdictOf(hit)
      return verdict ? [{ ...hit, verdict }] : []
    })
    .sort(worstFirst)
  // A server that keeps running keeps its VMs and addresses.
  const down = servers.filter(({ verdict }) => verdict !== 'less')
  const onNodes = new Map(
    down.flatMap(({ node_id, verdict }) => (node_id === null ? [] : [[node_id, verdict] as const])),
  )
  if (kind === 'node') onNodes.set(id, 'dark')
  const nodes = await nodesOf(onNodes)
  const rest = await behind(
    [...onNodes.keys()],
    down.map((server) => server.id),
  )
  const number = (verdict: Verdict) => servers.filter((server) => server.verdict === verdict).length
  return {
    about: { kind, id, name: named[0].name },
    counts: {
      dark: number('dark'),
      cut: number('cut'),
      less: number('less'),
      nodes: nodes.length,
      ...rest.counts,
    },
    servers: servers.slice(0, MOST_NAMED).map((server) => ({
      id: server.id,
      name: server.name,
      verdict: server.verdict,
      power: { lost: server.power_lost, left: server.power_left },
      links: { lost: server.links_lost, left: server.links_left },
      owner_email: server.owner_email,
    })),
    nodes: nodes.slice(0, MOST_NAMED),
    ...rest.lists,
  }
}

async function nodesOf(verdicts: ReadonlyMap<number, Verdict>): Promise<Impact['nodes']> {
  const { rows } = await db().pool.query<{ id: number; name: string; host_count: number }>(
    `select n.id, n.name, (select count(*)::int from host h where h.node_id = n.id) as host_count
       from node n where n.id = any($1::int[])`,
    [[...verdicts.keys()]],
  )
  return rows.map((row) => ({ ...row, verdict: verdicts.get(row.id) ?? 'dark' })).sort(worstFirst)
}

type Named<List> = { total: number; list: List }

/** VMs on these nodes, addresses of them and of these servers, and the owners of all. */
async function behind(nodes: readonly number[], servers: readonly number[]) {
  const first = (
    fields: string,
    order: string,
    from: string,
  ) => `(select json_build_object('total', (select count(*)::int from ${from}),
    'list', coalesce((select json_agg(x) from (select ${fields} from ${from} order by ${order} limit ${MOST_NAMED}) x), '[]')))`
  const { rows } = await db().pool.query<{
    hosts: Named<Impact['hosts']>
    addresses: Named<Impact['addresses']>
    owners: Named<Impact['owners']>
  }>(
    `with vm as (select h.id, h.name, h.account_id, n.name as node, a.email as owner_email
                   from host h join node n on n.id = h.node_id join account a on a.id = h.account_id where h.node_id = any($1::int[])),
     addr as (select i.id, i.ip_addr as at, host(i.ip_addr) as name, coalesce(s.name, vm.name, '') as used_by
                from ip i left join server s on s.id = i.server_id left join vm on vm.id = i.host_id
               where i.server_id = any($2::int[]) or i.host_id in (select vm.id from vm)),
     own as (select a.id, a.email, count(x.server)::int as servers, count(x.host)::int as hosts
               from (select s.owner_id as account_id, s.id as server, null::int as host from server s where s.id = any($2::int[])
                     union all select vm.account_id, null, vm.id from vm) x join account a on a.id = x.account_id group by a.id, a.email)
     select ${first('id, name, node, owner_email', 'name, id', 'vm')} as hosts, ${first('id, name, used_by', 'at', 'addr')} as addresses,
            ${first('id, email, servers, hosts', 'hosts + servers desc, email', 'own')} as owners`,
    [nodes, servers],
  )
  const { hosts, addresses, owners } = rows[0]!
  return {
    counts: { hosts: hosts.total, addresses: addresses.total, owners: owners.total },
    lists: { hosts: hosts.list, addresses: addresses.list, owners: owners.list },
  }
}
