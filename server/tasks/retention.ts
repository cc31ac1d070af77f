import { db } from '../db/pool.ts'
import { type Reconciler, startReconciler } from './reconciler.ts'

/** Ended tasks stay listed so long. */
export const RETENTION_DAYS = 90
/** Clients look for their task after its end: never shorter than this. */
const LEAST_MS = 10 * 60_000
const BATCH = 1000

/** Deletes tasks that ended before `ageMs` ago, with journal and locks, in batches. Answers how many. */
export async function deleteEndedTasks(ageMs: number, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  for (;;) {
    signal?.throwIfAborted()
    const { rowCount } = await db().pool.query(
      `delete from task where id in (
         select id from task where ended_at < now() - $1::float8 * interval '1 millisecond' order by ended_at limit ${BATCH} for update skip locked)`,
      [Math.max(ageMs, LEAST_MS)],
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return deleted
  }
}

/** Every hour, in one process of all. */
export function startRetention(): Reconciler {
  return startReconciler({
    name: 'task_retention',
    intervalMs: 3_600_000,
    run: async (_, signal) => void (await deleteEndedTasks(RETENTION_DAYS * 24 * 3_600_000, signal)),
  })
}
