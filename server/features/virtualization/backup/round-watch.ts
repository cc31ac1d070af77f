import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { locationPlace, nodePlace, placeKey } from './place.ts'
import { backupRoundTask } from './round-task.ts'

const LOOK_EVERY_MS = 10 * 60_000

/** Begins the daily round of each place of backups. Returns the way to stop. */
export function startBackupRounds(): () => Promise<void> {
  const reconciler = startReconciler({
    name: 'backup_rounds',
    intervalMs: LOOK_EVERY_MS,
    concurrency: 1,
    keys: async () => ['all'],
    run: async () => {
      await queueRounds()
    },
  })
  return () => reconciler.stop()
}

/**
 * Queues the rounds that are due: one a day, of places that have had something since yesterday, be it of backups that failed. A location that is away is left alone.
 * @returns how many
 */
export async function queueRounds(): Promise<number> {
  const { rows } = await db().pool.query<{ location_id: number | null; node_id: number | null }>(
    `with places as (
       select l.id as location_id, null::int as node_id from backup_location l where l.status in ('ok', 'full')
       union all select null, s.node_id from node_store s join node n on n.id = s.node_id and n.state = 'active')
     select p.* from places p left join store_round r
         on r.location_id is not distinct from p.location_id and r.node_id is not distinct from p.node_id
      where exists (select from backup_copy c where c.location_id is not distinct from p.location_id
                       and c.node_id is not distinct from p.node_id and c.created_at < now() - interval '20 hours')
         or (r.stored_bytes + r.trash_bytes > 0 and r.created_at < now() - interval '20 hours')`,
  )
  let queued = 0
  for (const row of rows) {
    const place = row.location_id === null ? nodePlace(row.node_id ?? 0) : locationPlace(row.location_id)
    const day = new Date().toISOString().slice(0, 10)
    const options = {
      registry_id: row.location_id ?? row.node_id ?? 0,
      entity: row.location_id === null ? 'node' : 'backup_location',
      account_id: null,
      dedupeKey: `cron:backup_round:${placeKey(place)}:${day}`,
    }
    const task = await transaction((work) => enqueue(work, backupRoundTask, { place }, options))
    if (task) queued++
  }
  return queued
}
