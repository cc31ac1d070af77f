import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type PlanState, retried } from '../../../domain/operation-plan/kinds.ts'
import type { OperationPlanStop } from '../../../domain/operation-plan/schema.ts'
import { notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cancelTask } from '../../../tasks/cancel.ts'
import { cancelWaiting } from './close.ts'
import { requireMayPlan } from './create.ts'
import { notePlan } from './ended.ts'
import { queuePlan } from './task.ts'

type Open = { type: string; state: PlanState; task: number | null; account_id: number | null; secrets: string | null }

/** Holds a plan. @throws PanelError `not_found` for those of others */
async function openPlan(work: Work, { actor }: Context, id: number): Promise<Open> {
  const [row] = await work.sql<Open>(
    `select type, state, task, account_id, secrets from operation_plan where id = $1::int and ($2::int is null or account_id = $2::int) for no key update`,
    [id, actor.isAdmin ? null : actor.account_id],
  )
  if (!row) throw notFound(msg`Plan of operations`, id)
  return row
}

/** Begins on no more servers. Operations that have begun go on, unless they are to be cancelled as well. */
export const stopPlan = (ctx: Context, id: number, { cancel_running = false }: OperationPlanStop) =>
  ctx.mutate(async (work) => {
    const plan = await openPlan(work, ctx, id)
    const running = await runningTasks(work, id)
    const open = plan.state === 'running' || plan.state === 'paused'
    if (!open && !(cancel_running && running.length > 0)) throw wrongState(msg`The plan has ended already`, plan.state)
    if (open) {
      await work.sql(
        `update operation_plan set state = 'stopped', reason = null, paused_at = null, ended_at = case when task is null then now() end where id = $1::int returning id`,
        [id],
      )
      await cancelWaiting(work, id)
    }
    // Looked for again: what was being begun on a moment ago has been by now.
    if (cancel_running) for (const task of await runningTasks(work, id)) await cancelTask(work, task)
    await notePlan(work, id)
    return { id }
  })

const runningTasks = async (work: Work, id: number): Promise<number[]> => {
  const rows = await work.sql<{ task: number | null }>(
    `select o.task from operation_plan_server x join operation o on o.id = x.operation_id where x.plan_id = $1::int and x.state = 'running' order by x.position`,
    [id],
  )
  return rows.flatMap(({ task }) => (task === null ? [] : [task]))
}

/** Lets a plan go on that is paused. */
export const resumePlan = (ctx: Context, id: number) =>
  ctx.mutate(async (work) => {
    const plan = await openPlan(work, ctx, id)
    requireMayPlan(ctx, plan)
    if (plan.state !== 'paused') throw wrongState(msg`The plan is not paused`, plan.state)
    return goOn(work, id, plan)
  })

/** Gives servers another turn whose operation failed or was cancelled, or that were refused. */
export const retryPlan = (ctx: Context, id: number) =>
  ctx.mutate(async (work) => {
    const plan = await openPlan(work, ctx, id)
    requireMayPlan(ctx, plan)
    if (plan.type === 'install' && !plan.secrets)
      throw wrongState(msg`The password of the plan is kept no longer: make a new plan`, 'password')
    const again = await work.sql(
      `update operation_plan_server set state = 'waiting', code = null, reason = null, ended_at = null
        where plan_id = $1::int and state = any($2::text[]) returning id`,
      [id, retried],
    )
    if (again.length === 0) throw wrongState(msg`No server of the plan has failed or was refused`)
    return goOn(work, id, plan)
  })

async function goOn(work: Work, id: number, { task, account_id }: Open): Promise<{ id: number }> {
  await work.sql(
    `update operation_plan set state = 'running', failures = 0, reason = null, paused_at = null, ended_at = null where id = $1::int returning id`,
    [id],
  )
  // Whoever still waits for operations that have begun goes on by itself.
  if (task === null) await queuePlan(work, id, account_id)
  await notePlan(work, id)
  return { id }
}
