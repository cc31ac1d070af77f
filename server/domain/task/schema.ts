import { z } from 'zod'
import { taskStatuses } from './states.ts'

export const taskRecord = z.object({
  id: z.int(),
  consul_id: z.int(),
  registry_id: z.int(),
  entity: z.string().nullable(),
  /** Name of the object the task is about, while it exists. */
  registry_name: z.string().nullable(),
  name: z.string(),
  status: z.enum(taskStatuses),
  defer_reason: z.string().nullable(),
  /** Seconds of running and of waiting before it. */
  running_time: z.int(),
  waiting_time: z.int(),
  percent: z.int(),
  /** What it is doing, in words. */
  message: z.string().nullable(),
  step: z.string().nullable(),
  /** What an ended task answered, or `{error}` of a failed one. */
  output: z.unknown(),
  error: z.string().nullable(),
  dismissed: z.boolean(),
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** The same, as the data-centre service calls it. */
  finished_at: z.string().nullable(),
})
export type Task = z.infer<typeof taskRecord>

export const taskStep = z.object({
  name: z.string(),
  state: z.string(),
  attempt: z.int(),
  error: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
})

/** A single read shows the fields at top level and once more under `task`, and the steps. */
export const taskDetail = z.object({ ...taskRecord.shape, task: taskRecord, steps: z.array(taskStep) })
