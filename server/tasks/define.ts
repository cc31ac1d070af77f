import type { z } from 'zod'
import type { Work } from '../db/transaction.ts'
import type { Text } from '../shared/text.ts'

/** The part of a pino logger that tasks use. */
export type TaskLog = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export type StepOptions<T> = {
  /** Further attempts after the first; refusals (a PanelError with a 4xx status) are final at once. Default 0. */
  retries?: number
  /** Pause before the second attempt, doubled each time up to a minute. Default 1000. */
  backoffMs?: number
  /** Limit of one attempt. Default: only the task's own limit. */
  timeoutMs?: number
  /** Undoes the finished step when a later one fails or the task is cancelled; last finished, first undone. */
  undo?: (output: T, signal: AbortSignal) => Promise<void>
  /** Undo also a step that began but did not finish; `undo` then gets `undefined`, and finds out itself what there is. */
  undoUnfinished?: boolean
}

export type StepTxOptions<T> = {
  /** As for `step`, in a transaction. */
  undo?: (work: Work, output: T) => Promise<void>
  timeoutMs?: number
}

/** What settle has: journalled steps, no progress, no sleep. */
export type SettleContext = {
  readonly id: number
  readonly consulId: number
  readonly registryId: number
  readonly accountId: number | null
  /** Grows with every claim of the task: what a device-side agent compares to refuse a worker that has lost the task. */
  readonly fence: number
  /** Fires on cancel, time limit, loss of the lease and stop; pass it on to everything that waits. */
  readonly signal: AbortSignal
  readonly log: TaskLog
  /**
   * Runs `fn` once: its result (JSON) is journalled, and a task that goes on elsewhere gets the result instead of running `fn` again.
   * A worker may die between the effect and the journal, so `fn` looks first whether its work is already done.
   * Names are unique within a task. Steps may run side by side, never with a sleep.
   */
  step<T>(name: string, fn: (signal: AbortSignal) => Promise<T>, options?: StepOptions<T>): Promise<T>
  /** The domain change of `fn` and the journal in one transaction: exactly once. */
  stepTx<T>(name: string, fn: (work: Work) => Promise<T>, options?: StepTxOptions<T>): Promise<T>
}

export type TaskContext = SettleContext & {
  /** Percent (0 to 100) and words for people; at most four writes a second reach the record. No secrets. */
  progress(percent: number, words?: Text): void
  /** Runs what only waits for others, in a step or beside them: meanwhile the worker takes another task. */
  idle<T>(wait: () => Promise<T>): Promise<T>
  /** Ends the turn and goes on after `ms` on any worker, at the line after it. Keeps exclusive locks, frees slot and limits. */
  sleep(name: string, ms: number): Promise<void>
}

export type Outcome = {
  status: 'complete' | 'failed' | 'aborted'
  /** False when the task was called off before it ever ran: nothing was touched, and it holds no lock now. */
  started: boolean
  /** Words for people and a code of the error table, `cancelled`, `timeout`, `worker_lost` or `predecessor`. */
  error?: { code: string; message: string }
  output?: unknown
}

type Definition<S extends z.ZodType> = {
  /** `<entity>_<verb>`, as clients see it. */
  name: string
  /** For people: "Start virtual machine". */
  title?: string
  /** What `run` gets. Stored as it is, so never a secret: pass the id of the record that keeps it sealed. Must accept its own output. */
  input: S
  /** Keys that one task at a time may hold, in order of priority and age: `host:7`. Held from the first step to the end, over pauses and crashes. */
  locks?(input: z.output<S>): string[]
  /** So many running tasks per key. */
  limits?(input: z.output<S>): { key: string; capacity: number }[]
  /** Lower goes first. Default 0. */
  priority?: number
  /** From the first start to the end of `run`, pauses included. Default one hour. */
  timeoutMs?: number
  /** What goes on between steps is run again after a crash: keep effects and anything random inside steps. */
  run(t: TaskContext, input: z.output<S>): Promise<unknown>
  /** After every end and after the undoing, in the task's own time: gives the object the state that the device reports. Retried; must be repeatable. */
  settle?(t: SettleContext, input: z.output<S>, outcome: Outcome): Promise<void>
}

export type Task<S extends z.ZodType = z.ZodType> = Definition<S>

/** A kind of task. Enqueue it with `enqueue`, hand it to `startWorker`. */
export function defineTask<S extends z.ZodType>(definition: Definition<S>): Task<S> {
  if (!/^[a-z][a-z0-9_]{1,60}$/.test(definition.name)) throw new Error(`Not a task name: ${definition.name}`)
  return definition
}
