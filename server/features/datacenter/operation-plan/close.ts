import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { FAILURES_IN_A_ROW, type PlanServerState, type PlanState } from '../../../domain/operation-plan/kinds.ts'
import { msg } from '../../../shared/text.ts'
import { notePlan } from './ended.ts'

type Plan = { state: PlanState; task: number | null; failures: number; reason: string | null }

/**
 * Looks how far a plan is, ends it when nothing is left, pauses it when too many have failed one after the other, and takes its task away when that has nothing more to do.
 * @param task whose turn it is
 */
export async function closePlan(work: Work, id: number, task: number) {
  const [plan] = await work.sql<Plan>(
    'select state, task, failures, reason from operation_plan where id = $1::int for no key update',
    [id],
  )
  const rows = await work.sql<{ state: PlanServerState; count: number }>(
    'select state, count(*)::int as count from operation_plan_server where plan_id = $1::int group by state',
    [id],
  )
  const counts = { waiting: 0, running: 0, ok: 0, failed: 0, cancelled: 0, refused: 0 }
  for (const { state, count } of rows) counts[state] = count
  const size = rows.reduce((sum, { count }) => sum + count, 0)
  const done = size - counts.waiting - counts.running
  const far = { counts, size, done, percent: size === 0 ? 100 : Math.floor((100 * done) / size) }
  if (!plan) return { ...far, state: 'ended' as const, reason: null, over: true }
  const next = plan.task === task ? stateOf(plan, counts) : plan
  // Operations that still run are waited for, so that none is left that nobody looks after.
  const over = plan.task !== task || (next.state !== 'running' && counts.running === 0)
  if (plan.task === task && (over || next.state !== plan.state)) {
    const good = counts.ok === size
    await work.sql(
      `update operation_plan set state = $2, reason = $3, task = case when $4 then null else task end, secrets = case when $5 then null else secrets end,
              ended_at = case when $4 and $2 <> 'paused' then coalesce(ended_at, now()) end,
              paused_at = case when $2 = 'paused' then coalesce(paused_at, now()) end where id = $1::int returning id`,
      [id, next.state, next.reason, over, over && good],
    )
    await notePlan(work, id)
  }
  return { ...far, state: next.state, reason: next.reason, over }
}

function stateOf(
  plan: Plan,
  { waiting, running }: { waiting: number; running: number },
): Pick<Plan, 'state' | 'reason'> {
  if (plan.state !== 'running') return plan
  if (waiting === 0) return running === 0 ? { state: 'ended', reason: null } : plan
  if (plan.failures < FAILURES_IN_A_ROW) return plan
  const words = msg`${FAILURES_IN_A_ROW} operations have failed one after the other: see why, then let it go on`
  return { state: 'paused', reason: stored(words) }
}

/** Nothing is begun any more on those that wait. @returns how many did */
export async function cancelWaiting(work: Work, id: number): Promise<number> {
  const rows = await work.sql(
    `update operation_plan_server set state = 'cancelled', ended_at = now() where plan_id = $1::int and state = 'waiting' returning id`,
    [id],
  )
  return rows.length
}
