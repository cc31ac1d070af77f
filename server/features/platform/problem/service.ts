import type { Actor, Context } from '../../../api/context.ts'
import { together } from '../../../auth/together.ts'
import { db } from '../../../db/pool.ts'
import type { ProblemQuery, Problems } from '../../../domain/problem/record.ts'
import { ipv4Total } from '../../network/range/list.ts'
import { registryName } from '../task/list.ts'
import { ofDevices, sensors, servers } from './of-devices.ts'
import { part } from './part.ts'

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

/** What polls and checks find out stands on the device, and the next one may find otherwise; who opened a session was told at once. */
const TOLD = "'ipmi_poll', 'switch_poll', 'pdu_poll', 'location_check', 'ipmi_proxy_open'"

/** Failed tasks whose fault does not stand on their object already; tried again, the last one counts. */
const tasks = (owner: string) =>
  part({
    kind: 'task',
    // A controller has no page but its server's.
    entity: "case when i.id is null then t.entity else 'server' end",
    id: 'coalesce(i.server_id, t.registry_id)',
    name: `coalesce(${registryName}, '')`,
    task_name: 't.name',
    cause: 't.error',
    step: 't.step',
    task: 't.id',
    since: 't.ended_at',
    from: `task t left join host h on t.entity = 'host' and h.id = t.registry_id left join node n on t.entity = 'node' and n.id = t.registry_id
       left join repository r on t.entity = 'repository' and r.id = t.registry_id left join ipmi i on t.entity = 'ipmi' and i.id = t.registry_id
       left join switch_port sp on t.entity = 'switch_port' and sp.id = t.registry_id left join pdu_port po on t.entity = 'pdu_port' and po.id = t.registry_id
     where t.status = 'failed' and not t.dismissed and ${owner} and h.fault is null and t.name not in (${TOLD}) and sp.fault is null and po.fault is null
       and not exists (select from task x where x.entity = t.entity and x.registry_id = t.registry_id and x.name = t.name
                        and x.id > t.id and x.status in ('complete', 'failed'))
       and not (t.entity = 'ipmi' and i.id is null)
       and not (t.entity = 'proxy_location' and not exists (select from proxy_location d where d.location_id = t.registry_id and d.status <> 'fail'))
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

/** Every open page of the panel shows how many there are: what they ask at one time is read once. */
const readTogether = together<Problems>(undefined, 10_000)

/** What needs a person now: faults before warnings, the newest first. Administrators see all, others what is theirs. */
export function readProblems({ actor }: Context, query: ProblemQuery): Promise<Problems> {
  const whose = actor.isAdmin ? 'all' : actor.account_id
  return readTogether(JSON.stringify([whose, query]), () => read(actor, query))
}

async function read(actor: Actor, { severity, limit, offset }: ProblemQuery): Promise<Problems> {
  const mine = (column: string) => (actor.isAdmin ? '$1::int is null' : `${column} = $1::int`)
  const ofAll = [hosts(mine('h.account_id')), tasks(mine('t.account_id'))]
  const ofServers = [servers(mine('s.owner_id')), sensors(mine('s.owner_id'))]
  const parts = [...ofAll, ...ofServers, ...(actor.isAdmin ? [...ofAdministrators, ...ofDevices] : [])]
  const order = 'severity, x.since desc nulls last, kind, id'
  const { rows } = await db().pool.query<Problems>(
    `with p as materialized (${parts.join('\nunion all\n')})
     select (select count(*)::int from p where severity = 'fault') as faults,
       (select count(*)::int from p where severity = 'warning') as warnings,
       (select coalesce(json_agg(json_build_object('kind', kind, 'severity', severity, 'entity', entity, 'id', id, 'name', name,
            'state', state, 'task_name', task_name, 'cause', cause, 'step', step, 'task', task, 'part', part, 'hosts', hosts,
            'share', case when used is not null and total is not null then json_build_object('used', used, 'total', total) end,
            'since', ${at('x.since')}) order by ${order}), '[]')
          from (select * from p x where $2::text is null or severity = $2 order by ${order} limit $3 offset $4) x) as list`,
    [actor.isAdmin ? null : actor.account_id, severity ?? null, limit, offset],
  )
  return rows[0]!
}
