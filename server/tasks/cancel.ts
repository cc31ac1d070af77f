import type { Work } from '../db/transaction.ts'
import { type Change, changed } from '../events/changes.ts'

/**
 * Calls a task off. A waiting or deferred one ends at once, without its turn; a running one gets its signal, undoes its finished
 * steps and settles. Answers false when it has ended already or is past the point where it could be called off.
 */
export async function cancelTask(work: Work, id: number): Promise<boolean> {
  const rows = await work.sql<{ change: Change }>(
    `update task t set cancel_requested = true, blocked_on = null, status = case status when 'deferred' then 'created' else status end, run_at = least(run_at, now())
      where id = $1::int and status in ('created', 'running', 'deferred') and outcome is null and not cancel_requested
      returning task_change(t, 'update') as change, pg_notify('task_cancel', id::text)::text`,
    [id],
  )
  for (const row of rows) changed(work, row.change)
  return rows.length > 0
}
