import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Problem } from '../../../domain/overview/record.ts'
import { rangeTotal } from '../../network/range/list.ts'
import { ofDevices, sensors, servers } from './device-problems.ts'
import { part } from './part.ts'

/** How many IPv4 addresses the ranges of some pools can give. */
export const ipv4Total = (of: string) =>
  `select coalesce(sum(${rangeTotal('r', 'n')}), 0)::bigint from iprange r left join ipnet n on n.id = r.ipnet_id where r.family = 2 and ${of}`

/** More than this nobody reads at a glance; the lists have the rest. */
const MOST = 16
/** From here on something counts as nearly used up, in percent. */
const NEARLY = 90

const at = (sql: string) => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Machines that are silent only because their node is count with the node. */
const hosts = (owner: string) =>
  part({
    kind: 'host',
    entity: "'host'",
    id: 'h.id',
    name: 'h.name',
    state: 'h.state',
    task_name: "h.fault->>'action'",
    cause: "h.fault->>'msg'",
    step: "h.fault->>'step'",
    task: "(h.fault->>'task')::int",
    since: 'h.state_at',
    from: `host h where (h.state = 'crashed' or h.fault is not null) and h.state <> 'deleting' and ${owner}`,
  })

/** Failed tasks whose fault does not stand on their object already. */
const tasks = (owner: string) =>
  part({
    kind: 'task',
    entity: 't.entity',
    id: 't.registry_id',
    name: "coalesce(h.name, n.name, c.name, r.name, '')",
    task_name: 't.name',
    cause: 't.error',
    step: 't.step',
    task: 't.id',
    since: 't.ended_at',
    from: `task t left join host h on t.entity = 'host' and h.id = t.registry_id left join node n on t.entity = 'node' and n.id = t.registry_id
       left join cluster c on t.entity = 'cluster' and c.id = t.registry_id left join repository r on t.entity = 'repository' and r.id = t.registry_id
     where t.status = 'failed' and not t.dismissed and ${owner} and h.fault is null
       and not coalesce(h.state = 'crashed' or n.state in ('crashed', 'unavailable') or r.state = 'unavailable', false)`,
  })

const ofAdministrators = [
  part({
    kind: 'node',
    entity: "'node'",
    id: 'n.id',
    name: 'n.name',
    state: 'n.state',
    cause: 'n.libvirt_error',
    hosts: "(select count(*)::int from host h where h.node_id = n.id and h.state = 'unknown')",
    since: 'n.unavailable_since',
    from: "node n where n.state in ('crashed', 'unavailable')",
  }),
  part({
    kind: 'node_part',
    severity: 'warning',
    entity: "'node'",
    id: 'n.id',
    name: 'n.name',
    state: 'n.state',
    cause: 'n.libvirt_error',
    from: "node n where n.state = 'active' and n.libvirt_error is not null",
  }),
  part({
    kind: 'repository',
    severity: 'warning',
    entity: "'repository'",
    id: 'r.id',
    name: 'r.name',
    state: 'r.state',
    cause: 'r.fault',
    since: 'r.checked_at',
    from: "repository r where r.state = 'unavailable'",
  }),
  part({
    kind: 'storage',
    severity: 'warning',
    entity: "'node'",
    id: 'n.id',
    name: 'n.name',
    used: 'n.storage_used_mib',
    total: 'n.storage_total_mib',
    from: `node n where n.state = 'active' and n.storage_total_mib > 0 and n.storage_used_mib::bigint * 100 >= n.storage_total_mib::bigint * ${NEARLY}`,
  }),
  part({
    kind: 'addresses',
    severity: 'warning',
    entity: "'ippool'",
    id: 'p.id',
    name: 'p.name',
    used: 'p.used',
    total: 'p.total',
    from: `(select p.id, p.name, (select count(*) from ip i where i.ippool_id = p.id and i.family = 2) as used,
       (${ipv4Total('r.ippool_id = p.id')}) as total from ippool p) p
       where p.total > 0 and p.used * 100 >= p.total * ${NEARLY}`,
  }),
]

type Row = Omit<Problem, 'share'> & { used: string | null; total: string | null; size: number }

/** What needs a person now: faults before warnings, the newest first. Administrators see all, others what is theirs. */
export async function readProblems(actor: Actor): Promise<{ problems: Problem[]; problem_count: number }> {
  const mine = actor.isAdmin ? 'true' : 'h.account_id = $1::int'
  const myTasks = actor.isAdmin ? 'true' : 't.account_id = $1::int'
  const myServers = actor.isAdmin ? 'true' : 's.owner_id = $1::int'
  const ofAll = [hosts(mine), tasks(myTasks), servers(myServers), sensors(myServers)]
  const parts = [...ofAll, ...(actor.isAdmin ? [...ofAdministrators, ...ofDevices] : [])]
  const { rows } = await db().pool.query<Row>(
    `select kind, severity, entity, id, name, state, task_name, cause, step, task, part, used, total, hosts, ${at('since')} as since,
       (count(*) over ())::int as size
     from (${parts.join('\nunion all\n')}) p
     order by severity, p.since desc nulls last, kind, id limit ${MOST}`,
    actor.isAdmin ? [] : [actor.account_id],
  )
  const problems = rows.map(({ used, total, size: _, ...row }) => ({
    ...row,
    share: used === null || total === null ? null : { used: Number(used), total: Number(total) },
  }))
  return { problems, problem_count: rows[0]?.size ?? 0 }
}
