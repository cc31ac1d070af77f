import { db } from '../../../db/pool.ts'

/**
 * SQL of whether a task works on a device, or waits to and is due: it reads back what it has done, and the device is asked by one at a time. The
 * next round makes up for it. (A change that comes while a round is under way is protected by the moment each reading carries.)
 * @param lock SQL of the key that such tasks hold
 */
export const busySql = (lock: string) =>
  `exists(select from task_lock l join task t on t.id = l.task_id where l.key = ${lock} and (l.held or t.run_at <= now()))`

/** The same of one device. */
export async function isBusy(lock: string): Promise<boolean> {
  const { rows } = await db().pool.query<{ busy: boolean }>(`select ${busySql('$1')} as busy`, [lock])
  return rows[0]?.busy ?? false
}
