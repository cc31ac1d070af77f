import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'

const OVER = ['complete', 'failed', 'aborted']

/**
 * Resolves when the task that answers name by this number is over. It asks for one column of the record: a list of the API, asked for as
 * often, would take a processor for as long as the task runs. Throws when it takes longer than `seconds`.
 */
export async function taskOver(pool: Pool, task: number, seconds = 600): Promise<void> {
  const query = {
    name: 'test_task_status',
    text: 'select status from task where consul_id = $1 order by id desc limit 1',
  }
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await delay(20)) {
    const { rows } = await pool.query<{ status: string }>({ ...query, values: [task] })
    if (rows[0] && OVER.includes(rows[0].status)) return
  }
  throw new Error(`task ${task} did not end`)
}
