import type { Work } from '../../../db/transaction.ts'
import type { OperationStatus } from '../../../domain/operation/kinds.ts'
import type { PlanServerState } from '../../../domain/operation-plan/kinds.ts'
import { changed } from '../../../events/changes.ts'

/** Where processes hear that a plan may go on: an operation of one has ended, or somebody wants something of it. The payload is its number. */
export const PLAN_CHANNEL = 'operation_plan'

const states: Partial<Record<OperationStatus, PlanServerState>> = { ok: 'ok', fail: 'failed', cancelled: 'cancelled' }

/** Notes in its plan, if it has one, how an operation has ended. */
export async function notePlannedEnd(work: Work, operation_id: number, status: OperationStatus): Promise<void> {
  const state = states[status]
  if (!state) return
  const [row] = await work.sql<{ plan_id: number }>(
    `update operation_plan_server set state = $2, ended_at = now() where operation_id = $1::int and state = 'running' returning plan_id`,
    [operation_id, state],
  )
  if (!row) return
  await work.sql(
    `update operation_plan set failures = case $2 when 'failed' then failures + 1 when 'ok' then 0 else failures end where id = $1::int returning id`,
    [row.plan_id, state],
  )
  await notePlan(work, row.plan_id)
}

/** Says that a plan has changed: to whoever looks at it, and to the worker that begins its operations. */
export async function notePlan(work: Work, id: number, event: 'create' | 'update' = 'update'): Promise<void> {
  const [row] = await work.sql<{ account_id: number | null; state: string }>(
    'select account_id, state, pg_notify($2, id::text)::text from operation_plan where id = $1::int',
    [id, PLAN_CHANNEL],
  )
  if (!row) return
  const { account_id, state } = row
  changed(work, { entity: 'operation_plan', entity_id: id, event, data: { state }, account_id })
}
