import type { host } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { unseal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { noteHistory } from '../host/claim.ts'
import { appendQueued } from '../host/queue.ts'
import { historyOf, keepRun, type PlannedRun, runPlace, type SealedRun, typeOf } from './plan.ts'
import { hostRecipeTask } from './run-task.ts'

/**
 * Queues scripts behind the creation or reinstallation of a VM; they run in order, and are not started when it fails.
 * @returns the numbers of their tasks
 */
export async function queueScripts(
  work: Work,
  ctx: Context,
  row: host,
  before: number,
  planned: readonly PlannedRun[],
) {
  const tasks: number[] = []
  for (const run of planned) {
    const options = { registry_id: row.id, entity: 'host', account_id: row.account_id, after: before }
    const task = await enqueue(work, hostRecipeTask, { host_id: row.id }, options)
    await keepRun(work, row.id, task.id, run)
    await appendQueued(work, row.id, 'host_recipe', task.id)
    const params = historyOf(run)
    await noteHistory(work, { host_id: row.id, name: 'host_recipe', user: ctx.actor.email, task: task.id, params })
    tasks.push(task.consul_id)
  }
  return tasks
}

type Waiting = { task: number; recipe_id: number | null; recipe_name: string | null; secret: string }

/**
 * Queues the scripts again that a failed creation has left behind, in their order and with the values of then: what was deleted or
 * changed meanwhile runs as it was asked for. Those that were called off stay so.
 * @returns the numbers of their tasks
 */
export async function queueScriptsAgain(work: Work, ctx: Context, row: host, before: number) {
  const waiting = await work.sql<Waiting>(
    `select r.task, r.recipe_id, r.secret, (select x.params->>'recipe_name' from host_history x where x.task = r.task) as recipe_name
       from script_run r join task t on t.id = r.task
      where r.host_id = $1::int and r.secret is not null and t.ended_at is not null order by r.task`,
    [row.id],
  )
  const planned = waiting.map(({ task, recipe_id, recipe_name, secret }) => {
    const run = JSON.parse(unseal(secret, runPlace(task))) as SealedRun
    return { ...run, type: typeOf(run), recipe_id, name: recipe_name ?? '' }
  })
  const tasks = await queueScripts(work, ctx, row, before, planned)
  await work.sql('update script_run set secret = null where task = any($1::int[]) returning task', [
    waiting.map(({ task }) => task),
  ])
  return tasks
}
