import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { type FieldSpec, fieldJson } from '../../../api/list/fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { SHOWN_IDS } from '../../../api/list/statement.ts'
import { db } from '../../../db/pool.ts'
import { type CoverageState, coverageReasons, coverageStates } from '../../../domain/schedule/kinds.ts'
import { isDamaged } from '../backup/damaged.ts'
import { coveredDisks } from './covered.ts'
import { causeOf, type Names, placeOf, promised, reasonJoins, reasonOf } from './reasons.ts'

/**
 * SQL of how each VM is protected, a row each. Its disk whose newest good backup is the oldest counts, and of several schedules the one
 * that promises most. A disk that came to the schedule lately has until its first run was due.
 * @param of SQL of an array of the ids of the only VMs to look at
 */
const coverageOf = (of?: string) => `
  select h.id as host_id, count(distinct c.schedule_id)::int as schedules, min(c.hours)::int as promised_hours,
         case when bool_or(c.made_at is null) then null else min(c.made_at) end as last_backup,
         case when count(c.schedule_id) = 0 then 'no_schedule'
              when bool_or(c.made_at is null and c.since < now() - c.hours * interval '1 hour') then 'no_backup'
              when bool_or(c.made_at < now() - c.hours * interval '1 hour') then 'late'
              when bool_or(c.made_at is null) then 'waits' else 'in_time' end as state
    from host h left join (
      select d.host_id, d.schedule_id, ${promised} as hours, greatest(k.created_at, s.created_at) as since,
             (select max(b.made_at) from backup b where b.disk_id = d.disk_id and b.state in ('active', 'in_use', 'copying', 'migrating')
                 and b.deleted_at is null and not ${isDamaged('b')}) as made_at
        from (${coveredDisks(of ? { of } : {})}) d join schedule s on s.id = d.schedule_id join disk k on k.id = d.disk_id) c on c.host_id = h.id
   where h.is_built${of ? ` and h.id = any(${of})` : ''} group by h.id`

const COVERAGE = coverageOf()

/** A field of the coverage: of rows that are shown it is worked out of their VMs alone, for a filter or an order of all of them. */
const field = (spec: Omit<FieldSpec<Actor>, 'sql'>, sql: (names: Names) => string): FieldSpec<Actor> => {
  const shown = { ...spec, sql: sql(ofShown) }
  return { ...spec, sql: sql(ofAll), json: fieldJson(shown), costly: true }
}
const ofAll = { v: 'v', x: 'x' } as const
const ofShown = { v: 'w', x: 'y' } as const

/** How VMs are protected, and why not, for administrators. */
export const coverageList = defineList<Actor>({
  name: 'schedule_coverage',
  from: 'host h join cluster c on c.id = h.cluster_id and h.is_built join account a on a.id = h.account_id',
  joins: {
    v: `left join (${COVERAGE}) v on v.host_id = h.id`,
    ...reasonJoins(ofAll),
    w: `left join (${coverageOf(`${SHOWN_IDS}::int[]`)}) w on w.host_id = h.id`,
    ...reasonJoins(ofShown),
  },
  fields: {
    id: { type: 'int', sql: 'h.id' },
    name: { type: 'text', sql: 'h.name' },
    'account.id': { type: 'int', sql: 'a.id' },
    'account.email': { type: 'text', sql: 'a.email' },
    'cluster.id': { type: 'int', sql: 'c.id' },
    'cluster.name': { type: 'text', sql: 'c.name' },
    state: field({ type: 'enum', values: coverageStates }, ({ v }) => `${v}.state`),
    schedules: field({ type: 'int' }, ({ v }) => `${v}.schedules`),
    promised_hours: field({ type: 'int', nullable: true }, ({ v }) => `${v}.promised_hours`),
    last_backup: field({ type: 'time', nullable: true }, ({ v }) => `${v}.last_backup`),
    reason: field({ type: 'enum', values: coverageReasons, nullable: true }, reasonOf),
    cause: field({ type: 'text', nullable: true }, causeOf),
    place: field({ type: 'text', nullable: true }, placeOf),
    'schedule.id': field({ type: 'int', nullable: true }, ({ x }) => `${x}s.id`),
    'schedule.name': field({ type: 'text', nullable: true }, ({ x }) => `${x}s.name`),
  },
  links: { account: 'account.id', cluster: 'cluster.id', schedule: 'schedule.id' },
  search: ['name', 'account.email'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

/** How many VMs are in each state. */
export async function coverageSums(): Promise<Record<CoverageState, number>> {
  const { rows } = await db().pool.query<{ state: CoverageState; n: number }>(
    `select state, count(*)::int as n from (${COVERAGE}) v group by state`,
  )
  const of = (state: CoverageState) => rows.find((row) => row.state === state)?.n ?? 0
  return Object.fromEntries(coverageStates.map((state) => [state, of(state)])) as Record<CoverageState, number>
}

const NOTE = `
  with found as (select v.* from (${COVERAGE}) v where v.state in ('late', 'no_backup')
      or (v.state = 'no_schedule' and exists (select from schedule) and not exists (
        select from backup b where b.host_id = v.host_id and b.state in ('active', 'in_use', 'copying', 'migrating')
           and b.deleted_at is null and not ${isDamaged('b')}))),
  gone as (delete from host_unprotected u where not exists (select from found f where f.host_id = u.host_id) returning 1)
  insert into host_unprotected (host_id, state, promised_hours, last_backup)
  select f.host_id, f.state, f.promised_hours, f.last_backup from found f
  on conflict (host_id) do update set state = excluded.state, promised_hours = excluded.promised_hours, last_backup = excluded.last_backup,
     since = case when host_unprotected.state = excluded.state then host_unprotected.since else excluded.since end
   where (host_unprotected.state, host_unprotected.promised_hours, host_unprotected.last_backup)
         is distinct from (excluded.state, excluded.promised_hours, excluded.last_backup)`

/** Notes which VMs are not protected as promised, or not at all where others are, for the list of problems. */
export async function noteUnprotected(): Promise<void> {
  await db().pool.query(NOTE)
}
