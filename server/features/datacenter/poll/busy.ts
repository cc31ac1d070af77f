import { db } from '../../../db/pool.ts'

/**
 * Whether a task works on a device, or waits to and is due: it reads back what it has done, and the device is asked by one at a time. The next
 * round makes up for it. (A change that comes while a round is under way is protected by the moment each reading carries.)
 */
export async function isBusy(lock: string): Promise<boolean> {
  const { rows } = await db().pool.query<{ busy: boolean }>(
    `select exists(select from task_lock l join task t on t.id = l.task_id
                    where l.key = $1 and (l.held or t.run_at <= now())) as busy`,
    [lock],
  )
  return rows[0]?.busy ?? false
}
