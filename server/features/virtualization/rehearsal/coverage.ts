import { db } from '../../../db/pool.ts'
import { NEWEST, REHEARSED } from './due.ts'
import { readPlan } from './plan.ts'

/** Those that the plan begins in the night after the day on which they are due are in time. */
const GRACE_DAYS = 2

/**
 * VMs with a good backup whose last rehearsal failed, or that have none that passed within the days of the plan although they have had a backup
 * for so long.
 */
const FOUND = `
  select h.id as host_id, case when l.state = 'failed' then 'failed' else 'late' end as state,
         case when l.state = 'failed' then l.reason end as reason, r.good as last_good
    from host h cross join ${NEWEST} b cross join ${REHEARSED} r
    left join lateral (select x.state, x.reason from rehearsal x
                        where x.host_id = h.id and x.state in ('passed', 'failed') order by x.id desc limit 1) l on true
   where h.is_built and $1::boolean
     and (l.state = 'failed'
          or coalesce(r.good, (select min(o.made_at) from backup o where o.host_id = h.id and o.is_main)) < now() - make_interval(days => $2::int))`

const NOTE = `
  with found as (${FOUND}),
  gone as (delete from host_unrehearsed u where not exists (select from found f where f.host_id = u.host_id) returning 1)
  insert into host_unrehearsed (host_id, state, reason, last_good)
  select f.host_id, f.state, f.reason, f.last_good from found f
  on conflict (host_id) do update set state = excluded.state, reason = excluded.reason, last_good = excluded.last_good,
     since = case when host_unrehearsed.state = excluded.state then host_unrehearsed.since else excluded.since end
   where (host_unrehearsed.state, host_unrehearsed.reason, host_unrehearsed.last_good)
         is distinct from (excluded.state, excluded.reason, excluded.last_good)`

/** Notes which VMs have not been rehearsed as promised, for the list of problems. Without a plan nothing is promised. */
export async function noteUnrehearsed(): Promise<void> {
  const { enabled, every_days } = await readPlan()
  await db().pool.query(NOTE, [enabled, every_days + GRACE_DAYS])
}
