import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { cancelWaiting, closePlan } from './close.ts'
import { notePlan } from './ended.ts'
import { listen } from './heard.ts'
import { startNext, UNTIL_NEXT } from './start.ts'

/** 500 servers, one after the other, each up to the time limit of operations. */
const LONGEST_MS = 21 * 24 * 3600_000
/** What processes say is missed while the bus is away: then it is looked for itself. */
const LOOK_MS = 15_000

/**
 * Begins the operations of a plan as its locations have room, until none is left. All that it has done stands in the rows of the plan: whoever goes on after a lost worker
 * begins on none twice.
 */
export const operationPlanTask = defineTask({
  name: 'operation_plan_run',
  title: 'Plan of operations',
  input: z.object({ plan_id: z.int() }),
  locks: ({ plan_id }) => [`operation_plan:${plan_id}`],
  timeoutMs: LONGEST_MS,
  async run(t, { plan_id }) {
    const heard = listen()
    try {
      for (;;) {
        const news = heard.next()
        while (await startNext(plan_id)) t.signal.throwIfAborted()
        const now = await transaction((work) => closePlan(work, plan_id, t.id))
        t.progress(now.percent, msg`${now.done} of ${now.size} servers done`)
        if (now.over) return outcome(now)
        const pause = Math.min(LOOK_MS, (await untilNext(plan_id)) ?? LOOK_MS)
        await t.idle(() => news(pause, t.signal))
      }
    } finally {
      heard.stop()
    }
  },
  async settle(t, { plan_id }, { error }) {
    await t.stepTx('end', async (work) => {
      // A plan goes on for days, in which more workers may be lost than any task is given: another task goes on with its rows.
      if (error?.code === 'worker_lost' && (await isItsTurn(work, plan_id, t.id))) {
        await queuePlan(work, plan_id, t.accountId)
        return true
      }
      const reason = error ? error.message : stored(msg`It was stopped`)
      const rows = await work.sql(
        `update operation_plan set state = case when state = 'running' then 'stopped' else state end, ended_at = coalesce(ended_at, now()),
                reason = case when state = 'running' then $3 else reason end, task = null where id = $1::int and task = $2::int returning id`,
        [plan_id, t.id, reason],
      )
      if (rows.length === 0) return false
      await cancelWaiting(work, plan_id)
      await notePlan(work, plan_id)
      return true
    })
  },
})

async function isItsTurn(work: Work, id: number, task: number): Promise<boolean> {
  const rows = await work.sql(
    `select id from operation_plan where id = $1::int and task = $2::int and state in ('running', 'paused') for no key update`,
    [id, task],
  )
  return rows.length > 0
}

/** Gives a plan a task. @returns its number as clients know it */
export async function queuePlan(work: Work, id: number, account_id: number | null): Promise<number> {
  const about = { registry_id: id, entity: 'operation_plan', account_id }
  const task = await enqueue(work, operationPlanTask, { plan_id: id }, about)
  await work.tx.operation_plan.update({ where: { id }, data: { task: task.id } })
  return task.consul_id
}

type Closed = Awaited<ReturnType<typeof closePlan>>

/** What became of it, for the history of tasks. @throws PanelError unless all went well, or somebody stopped it */
function outcome({ state, counts, size, reason }: Closed) {
  const bad = counts.failed + counts.refused
  if (state === 'paused') throw deviceRejected(msg`The plan is paused: ${reason ?? ''}`)
  if (state === 'ended' && bad > 0)
    throw deviceRejected(msg`The plan has ended, and ${bad} of ${size} servers were not done`)
  return { state, ...counts }
}

async function untilNext(plan_id: number): Promise<number | null> {
  const { rows } = await db().pool.query<{ ms: number | null }>(UNTIL_NEXT, [plan_id])
  const ms = rows[0]?.ms ?? null
  return ms === null ? null : Math.max(50, ms)
}
