import { alone } from '../../../db/advisory.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { backupCopyTask } from './copy-task.ts'
import { claimOwed } from './owed.ts'
import { locationPlace } from './place.ts'

const LOOK_EVERY_MS = 2 * 60_000
/** Copies that are made at once in one location, of all backups together. */
const AT_ONCE = 4
/** A copy that failed is tried again after so long, twice as long each time up to a day, minutes. */
const AGAIN_AFTER = 10
const MOST_TIMES = 7

/** Makes copies that are owed when their location can be used again. Returns the way to stop. */
export function startOwedCopies(): () => Promise<void> {
  const reconciler = startReconciler({
    name: 'backup_owed',
    intervalMs: LOOK_EVERY_MS,
    run: async (_, signal) => {
      while ((await queueOwed()) > 0) signal.throwIfAborted()
    },
  })
  return () => reconciler.stop()
}

type Owed = { location_id: number; ids: number[]; account_id: number | null }

// The backups of one moment are copied together. What is under way in a location counts towards its limit.
const NEXT = `
  select c.location_id, array_agg(b.id order by b.id) as ids, min(b.account_id) as account_id
    from backup_copy c join backup b on b.id = c.backup_id and b.state = 'active' and b.deleted_at is null
    join backup_location l on l.id = c.location_id and l.status = 'ok'
    left join store_round r on r.location_id = l.id
   where c.state = 'owed' and (l.quota_mib is null or coalesce(r.stored_bytes + r.trash_bytes, 0) + l.chunk_bytes <= l.quota_mib::bigint * 1048576)
     and (c.tried_at is null or c.tried_at < now() - make_interval(mins => ${AGAIN_AFTER} * (1 << least(c.owed_tries, ${MOST_TIMES}))))
     and ${AT_ONCE} > (select count(distinct y.run_id) from backup_copy x join backup y on y.id = x.backup_id
                        where x.location_id = c.location_id and x.state = 'creating')
   group by c.location_id, b.run_id order by min(c.owed_since) limit 1`

/** Queues the copies that have been owed for longest and can be made now. @returns how many */
export async function queueOwed(): Promise<number> {
  return transaction(async (work) => {
    await alone(work, 'owed_copies')
    const [next] = await work.sql<Owed>(NEXT)
    return next ? queue(work, next) : 0
  })
}

async function queue(work: Work, { location_id, ids, account_id }: Owed): Promise<number> {
  const place = locationPlace(location_id)
  await claimOwed(work, ids, [place])
  const options = { registry_id: ids[0] ?? 0, entity: 'backup', account_id }
  await enqueue(work, backupCopyTask, { backup_ids: ids, to: [place], remove: [], owed: true }, options)
  return ids.length
}
