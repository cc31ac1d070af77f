import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { repositoryUpdateTask } from './tasks.ts'

/**
 * Queues the reading of one repository of OS templates that is due: a day after the last one, an hour after one that failed. Nobody else would learn that
 * templates are newer than what locations have. One at a time, so that readings spread over the day; those of images or scripts alone are read when a
 * person asks for it.
 * @returns number of the task, null when none is due or one is being read
 */
export async function readNextRepository(): Promise<number | null> {
  const { rows } = await db().pool.query<{ id: number; last: Date }>(
    `select r.id, coalesce(r.checked_at, r.created_at) as last from repository r
      where exists (select from os_template t where t.repository_id = r.id)
        and coalesce(r.checked_at, r.created_at) < now() - case when r.state = 'unavailable' then interval '1 hour' else interval '1 day' end
        and not exists (select from task q where q.name = $1 and q.ended_at is null)
      order by 2, 1 limit 1`,
    [repositoryUpdateTask.name],
  )
  const [due] = rows
  if (!due) return null
  const { id, last } = due
  // Once for each reading before, whoever looks at the same moment.
  const options = {
    ...{ registry_id: id, entity: 'repository', account_id: null },
    dedupeKey: `cron:repository:${id}:${last.toISOString()}`,
  }
  const task = await transaction((work) => enqueue(work, repositoryUpdateTask, { repository_id: id }, options))
  return task?.consul_id ?? null
}
