import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

const GONE = msg`The backup is no longer there`

// A reading that a power action has ended is begun once more: its backup is still being made then.
const SETTLE = `
  with ended as (
    select x.id, count(b.id) filter (where b.finished_at is not null) = cardinality(x.backup_ids) as is_good,
           coalesce(min(b.fault) filter (where b.finished_at is null), $1) as reason
      from schedule_start x left join backup b on b.id = any(x.backup_ids)
     where x.state = 'started' group by x.id having count(b.id) filter (where b.state = 'creating') = 0)
  update schedule_start x set ended_at = now(), state = case when e.is_good then 'done' else 'failed' end,
         reason = case when not e.is_good then e.reason end
    from ended e where e.id = x.id and x.state = 'started' returning x.run_id, x.disk_ids, x.state`

const CLOSE = `
  with sums as (
    select x.run_id, coalesce(sum(cardinality(x.disk_ids)) filter (where x.state = 'done'), 0)::int as done,
           coalesce(sum(cardinality(x.disk_ids)) filter (where x.state = 'failed'), 0)::int as failed,
           count(*) filter (where x.state in ('waiting', 'started')) as open,
           (array_agg(x.reason order by x.ended_at, x.id) filter (where x.state = 'failed'))[1] as reason
      from schedule_start x join schedule_run r on r.id = x.run_id and r.state = 'running' group by x.run_id)
  update schedule_run r set done = s.done, failed = s.failed, reason = coalesce(s.reason, r.reason),
         state = case when s.open > 0 then 'running' when s.failed > 0 then 'failed' else 'done' end,
         ended_at = case when s.open > 0 then null else now() end
    from sums s where s.run_id = r.id and (s.open = 0 or s.done <> r.done or s.failed <> r.failed)
  returning r.schedule_id, r.state`

type Settled = { run_id: number; disk_ids: number[]; state: string }

/** Notes how backups ended, and closes the runs that have no more. @returns disks that have a new good backup */
export async function settleRuns(): Promise<number[]> {
  return transaction(async (work) => {
    const settled = await work.sql<Settled>(SETTLE, [stored(GONE)])
    const runs = await work.sql<{ schedule_id: number; state: string }>(CLOSE)
    for (const { schedule_id, state } of runs)
      changed(work, { entity: 'schedule', entity_id: schedule_id, event: 'update', data: { state } })
    return settled.filter(({ state }) => state === 'done').flatMap(({ disk_ids }) => disk_ids)
  })
}
