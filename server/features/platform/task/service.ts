import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { db } from '../../../db/pool.ts'
import { isChangeKind } from '../../../domain/shared/change-kinds.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import type { Task } from '../../../domain/task/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { cancelTask } from '../../../tasks/cancel.ts'
import { requireMayAbort } from '../../datacenter/operation/end.ts'
import { dropFaultOf } from '../../virtualization/host/reported.ts'
import { scriptLogOf } from '../../virtualization/recipe/run-record.ts'
import { taskList } from './list.ts'

/** Why a task that has ended is not called off. */
const over: Partial<Record<string, Text>> = {
  complete: msg`The task is complete and can no longer be stopped`,
  failed: msg`The task failed and can no longer be stopped`,
  aborted: msg`The task was already stopped`,
}

/** Client-visible tasks stay listed at least this long after their end. */
const KEEP_MINUTES = 10

export const readTask = (ctx: Context, id: number) => serveRow<Task>(taskList, ctx, id)

/** One task with its steps, the fields both at top level and under `task`. */
export async function taskWithSteps(ctx: Context, id: number) {
  const task = await readTask(ctx, id)
  const steps = await db().prisma.task_step.findMany({
    where: { task_id: id, NOT: { name: { startsWith: 'end:' } } },
    orderBy: { ord: 'asc' },
  })
  return {
    ...task,
    task,
    log: task.name === 'host_recipe' ? await scriptLogOf(id) : null,
    steps: steps.map((step) => ({
      name: step.name,
      state: step.state,
      attempt: step.attempt,
      error: step.error,
      started_at: step.started_at.toISOString(),
      finished_at: step.ended_at?.toISOString() ?? null,
    })),
  }
}

/** Calls a task off: finished steps are undone, the object gets the state it really has. */
export async function abortTask(ctx: Context, id: number) {
  const task = await readTask(ctx, id)
  await ctx.mutate(async (work) => {
    await requireMayAbort(work, ctx, task)
    if (!(await cancelTask(work, id)))
      throw wrongState(over[task.status] ?? msg`The task can no longer be stopped`, String(id))
  })
  return { id, task: task.consul_id }
}

/** Forgets the record of a task that ended some time ago. */
export async function deleteTask(ctx: Context, id: number) {
  const task = await readTask(ctx, id)
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.task.deleteMany({
      where: {
        id,
        status: { in: ['complete', 'failed', 'aborted'] },
        ended_at: { lt: new Date(Date.now() - KEEP_MINUTES * 60_000) },
      },
    })
    if (count === 0)
      throw wrongState(msg`Only tasks that finished over ${KEEP_MINUTES} minutes ago can be deleted`, String(id))
    changed(work, { entity: 'task', entity_id: id, event: 'delete', account_id: task.account?.id ?? null })
  })
  return { id }
}

/** A person has read the fault: it no longer stands on its object nor among the problems. */
export async function dismissTask(ctx: Context, id: number) {
  const task = await readTask(ctx, id)
  await ctx.mutate(async (work) => {
    await work.tx.task.update({ where: { id }, data: { dismissed: true } })
    if (task.entity === 'host') await dropFaultOf(work, task.registry_id, id)
    changed(work, { entity: 'task', entity_id: id, event: 'update', account_id: task.account?.id ?? null })
    if (isChangeKind(task.entity))
      changed(work, {
        entity: task.entity,
        entity_id: task.registry_id,
        event: 'update',
        account_id: task.account?.id ?? null,
      })
  })
  return { id }
}
