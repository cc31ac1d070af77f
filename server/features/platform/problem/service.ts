import type { Actor, Context } from '../../../api/context.ts'
import { preparedName } from '../../../api/list/prepared.ts'
import { db } from '../../../db/pool.ts'
import type { Problem, ProblemQuery, Problems } from '../../../domain/problem/record.ts'
import { singleFlight } from '../../../shared/single-flight.ts'
import { listedProblems } from './parts.ts'

const at = (sql: string) => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const ORDER = 'severity, x.since desc nulls last, kind, id'

/** How many there are; what they are is not worked out. */
const counted = (listed: string, where: string) => `
  select (count(*) filter (where severity = 'fault'))::int as faults, (count(*) filter (where severity = 'warning'))::int as warnings,
    '[]'::json as list from (${listed}) a${where}`

const paged = (listed: string, where: string, page: string) => `
  with p as materialized (select * from (${listed}) a${where})
     select (select count(*)::int from p where severity = 'fault') as faults,
       (select count(*)::int from p where severity = 'warning') as warnings,
       (select coalesce(json_agg(json_build_object('kind', kind, 'severity', severity, 'entity', entity, 'id', id, 'name', name,
            'state', state, 'task_name', task_name, 'cause', cause, 'step', step, 'task', task, 'part', part, 'hosts', hosts,
            'location', (select l.name from location l where l.id = x.location), 'rack', (select r.name from rack r where r.id = x.rack),
            'share', case when used is not null and total is not null then json_build_object('used', used, 'total', total) end,
            'figure', case when value is not null then json_build_object('value', round(value::numeric, 1), 'limit', round(bound::numeric, 1)) end,
            'since', ${at('x.since')}) order by ${ORDER}), '[]')
          from (${page}) x) as list`

/** Every open page of the panel shows how many there are: what they ask at one time is read once. */
const readTogether = singleFlight<Problems>(undefined, 10_000)

/** What needs a person now: faults before warnings, the newest first. Administrators see all, others what is theirs. */
export function readProblems({ actor }: Context, query: ProblemQuery): Promise<Problems> {
  const whose = actor.isAdmin ? 'all' : actor.account_id
  return readTogether(JSON.stringify([whose, query]), () => read(actor, query))
}

type Read = Omit<Problems, 'list'> & { list: (Omit<Problem, 'task'> & { task: number | null })[] }

async function read(actor: Actor, { severity, limit, offset, entity, id }: ProblemQuery): Promise<Problems> {
  const values: unknown[] = []
  const given = (value: unknown, type: 'int' | 'text') => `$${values.push(value)}::${type}`
  const reader = actor.isAdmin ? {} : { mine: given(actor.account_id, 'int') }
  const of = [
    ...(entity === undefined ? [] : [`a.entity = ${given(entity, 'text')}`]),
    ...(id === undefined ? [] : [`a.id = ${given(id, 'int')}`]),
  ]
  const where = of.length > 0 ? ` where ${of.join(' and ')}` : ''
  const wanted = { ...reader, ...(entity && { entity }) }
  const text =
    limit === 0
      ? counted(listedProblems({ ...wanted, columns: ['severity', 'entity', 'id'] }), where)
      : paged(
          listedProblems(wanted),
          where,
          `select x.* from (select x.*, row_number() over (order by ${ORDER}) as place from p x${severity ? ` where severity = ${given(severity, 'text')}` : ''}) x
             where x.place > ${given(offset, 'int')} and x.place <= ${given(offset + limit, 'int')}`,
        )
  const name = preparedName(text)
  const { rows } = await db().pool.query<Read>({ text, values, ...(name && { name }) })
  const { list, ...counts } = rows[0]!
  // Absent where there is none, as a task is in every answer.
  return { ...counts, list: list.map(({ task, ...row }) => (task === null ? row : { ...row, task })) }
}
