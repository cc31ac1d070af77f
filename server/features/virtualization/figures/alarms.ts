import { transaction } from '../../../db/transaction.ts'
import type { FigureOwner } from '../../../domain/figures/parts.ts'
import type { ProblemRuleSettings } from '../../../domain/problem/rule-schema.ts'
import { leavesAt, problemRuleNames, problemRules } from '../../../domain/problem/rules.ts'
import { changed } from '../../../events/changes.ts'
import { readProblemRules } from '../../platform/problem/rules.ts'

/** A figure has to be well below its limit for so long until its problem is over. */
const CALM = "interval '2 minutes'"
/** What was not read for so long is no problem any more: its value is unknown. */
const FORGOTTEN = "interval '10 minutes'"
/** A limit for what is so (1) or not (0). */
const YES = { enters: 1, leaves: 1 }

/** Each rule's figure by object, percent; `part`: which part of the object it is of. */
const FIGURES = {
  host: `select h.id, x.rule, x.value::float8, x.part from host h
           left join host_load l on l.host_id = h.id and l.at >= now() - interval '1 minute'
           left join host_guest g on g.host_id = h.id and g.answered_at >= h.started_at
          cross join lateral (values ('host_memory', l.memory, null::text), ('host_steal', l.steal, null), ('host_disk', g.fullest, g.fullest_mount),
            ('host_agent', (g.silent_at is not null)::int::real, null)) x(rule, value, part)
          where h.node_id = $1::int and h.state = 'active' and x.value is not null and (x.rule <> 'host_agent' or g.host_id is not null)`,
  node: `select n.id, x.rule, x.value::float8, null::text as part from node n
           join node_load l on l.node_id = n.id and l.at >= now() - interval '1 minute'
          cross join lateral (values ('node_cpu', l.cpu), ('node_steal', l.steal), ('node_memory', (100 * l.ram / nullif(n.ram_mib, 0))::real),
            ('node_pressure', l.pressure_memory), ('storage', (100.0 * n.storage_used_mib / nullif(n.storage_total_mib, 0))::real)) x(rule, value)
          where n.id = $1::int and x.value is not null`,
}

const judge = (owner: FigureOwner) => {
  const id = `${owner}_id`
  const [part, setPart, itsPart] =
    owner === 'host' ? ['part, ', 'part = coalesce(k.part, a.part), ', 'v.part, '] : ['', '', '']
  return `
  with rule as materialized (select * from jsonb_to_recordset($2::jsonb) as r(name text, enters float8, leaves float8, for_s float8)),
  v as materialized (${FIGURES[owner]}),
  known as materialized (
    select a.${id} as id, a.rule, v.value, v.part, r.enters, r.leaves, r.for_s, v.value < r.leaves as low,
           case when r.name is null then true
                when v.value is null then a.read_at < now() - ${FORGOTTEN}
                when v.value >= r.leaves then false
                else a.raised_at is null or coalesce(a.low_at <= now() - ${CALM}, false) end as gone
      from ${owner}_alarm a join ${owner} o on o.id = a.${id} left join rule r on r.name = a.rule left join v on v.id = a.${id} and v.rule = a.rule
     where o.${owner === 'host' ? 'node_id' : 'id'} = $1::int),
  gone as (delete from ${owner}_alarm a using known k where k.gone and a.${id} = k.id and a.rule = k.rule returning a.${id} as id, a.raised_at is not null as tell),
  kept as (
    update ${owner}_alarm a
       set value = coalesce(k.value, a.value), bound = k.enters, ${setPart}read_at = case when k.value is null then a.read_at else now() end,
           low_at = case when k.low then coalesce(a.low_at, now()) when k.low is null then a.low_at end,
           raised_at = coalesce(a.raised_at, case when k.value >= k.leaves and a.since <= now() - make_interval(secs => k.for_s) then now() end)
      from known k where not k.gone and a.${id} = k.id and a.rule = k.rule returning a.${id} as id, a.raised_at = now()::timestamptz(3) as tell),
  made as (
    insert into ${owner}_alarm (${id}, rule, value, bound, ${part}since, read_at, raised_at)
    select v.id, v.rule, v.value, r.enters, ${itsPart}now(), now(), case when r.for_s = 0 then now() end
      from v join rule r on r.name = v.rule where v.value >= r.enters on conflict do nothing returning ${id} as id, raised_at is not null as tell)
  select distinct o.id, ${owner === 'host' ? 'o.account_id' : 'null::int as account_id'}
    from (select * from gone union all select * from kept union all select * from made) e join ${owner} o on o.id = e.id where e.tell`
}
const JUDGE = { host: judge('host'), node: judge('node') }

/** Rules of one kind of objects that are switched on, as the statement takes them. */
const rulesFor = (owner: FigureOwner, settings: ProblemRuleSettings) =>
  problemRuleNames.flatMap((name) => {
    const { enabled, limit, minutes } = settings[name]
    if (!enabled || problemRules[name].about !== owner) return []
    return { name, ...(limit === null ? YES : { enters: limit, leaves: leavesAt(limit) }), for_s: minutes * 60 }
  })

/**
 * Judges the last readings of a node, or of the VMs on it, by the rules: what is beyond its limit is noted, becomes a problem when it has
 * lasted, and is forgotten when it is over. One statement for all VMs of a node.
 */
export async function judgeFigures(owner: FigureOwner, node_id: number): Promise<void> {
  const rules = rulesFor(owner, await readProblemRules())
  await transaction(async (work) => {
    const rows = await work.sql<{ id: number; account_id: number | null }>(JUDGE[owner], [
      node_id,
      JSON.stringify(rules),
    ])
    for (const { id, account_id } of rows)
      changed(work, { entity: owner, entity_id: id, event: 'update', account_id, data: {} })
  })
}
