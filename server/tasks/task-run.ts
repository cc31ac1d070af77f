import { db } from '../db/pool.ts'
import type { Outcome, Task, TaskLog } from './define.ts'
import type { Failure } from './faults.ts'
import type { Journal } from './journal.ts'
import type { StepsOptions, Undo } from './steps.ts'

/** A claimed task, as task_claim answers it. */
export type Claimed = {
  id: number
  consul_id: number
  name: string
  input: unknown
  fence: number
  registry_id: number
  entity: string | null
  account_id: number | null
  cancel_requested: boolean
  outcome: Outcome['status'] | null
  output: unknown
  error: string | null
  error_code: string | null
  /** Since the first start; null when the task was called off before it. */
  age_ms: number | null
}

export type TaskRun = {
  task: Claimed
  /** Until when the task is surely ours, on performance.now()'s clock. */
  deadline: number
  /** Ends the body of `run`: cancel, time limit. */
  stop: AbortController
  /** Ends everything: the task is lost, or the process stops and hands it back. */
  leave: AbortController
  /** How much of it only waits for others now; above 0 it does not count among those that its worker runs at once. */
  idle: number
  /** Called when it begins to wait. */
  freed(): void
  /** The task is lost: nothing may be written any more. */
  lost: AbortController
}

export type Tools = {
  journal: Journal
  log: TaskLog
  definition: Task
  /** How long a body may take to stop; default 10 s. */
  patienceMs?: number | undefined
}

/** How `run` ended, and what of it can be undone. */
export type Ran = {
  status: Outcome['status']
  output?: unknown
  failure?: Failure
  undos: Undo[]
  passed: ReadonlySet<string>
}

export function stepOptions(
  taskRun: TaskRun,
  tools: Tools,
  phase: Pick<StepsOptions, 'signal' | 'prefix' | 'firstOrd' | 'again' | 'began'>,
): StepsOptions {
  const { id, fence } = taskRun.task
  return {
    id,
    fence,
    databaseUrl: db().url,
    journal: tools.journal,
    lost: taskRun.lost.signal,
    patienceMs: tools.patienceMs,
    left: (step) => tools.log.error({ step }, 'a step does not stop when told: it ignores its signal'),
    ...phase,
  }
}

export function baseContext(taskRun: TaskRun, log: TaskLog, signal: AbortSignal) {
  const { task } = taskRun
  const { id, fence } = task
  return { id, consulId: task.consul_id, registryId: task.registry_id, accountId: task.account_id, fence, signal, log }
}
