import { z } from 'zod'
import { taskStatuses } from './states.ts'

const taskError = z.object({
  code: z.int().describe('As in the answers to calls; 9030 to 9034 only end tasks'),
  msg: z.string(),
  value: z.string().describe('The step that failed, or empty'),
})

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
  /** What an ended task answered, or code, words and step of a failed one. */
  output: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string(), z.number(), z.boolean()])
    .nullable(),
  error: taskError.optional().describe('Why it did not complete; absent otherwise'),
  dismissed: z.boolean(),
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type Task = z.infer<typeof taskRecord>

export const taskStep = z.object({
  name: z.string(),
  state: z.string(),
  attempt: z.int(),
  error: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
})

/** What the script of a task has written. */
export const scriptLog = z.object({
  text: z.string().describe('The last 256 KiB, with hidden values covered'),
  is_cut: z.boolean().describe('There was more before'),
  exit_code: z.int().nullable().describe('Null while it runs'),
})
export type ScriptLog = z.infer<typeof scriptLog>

/** A single read shows the fields at top level and once more under `task`, and the steps. */
export const taskDetail = z.object({
  ...taskRecord.shape,
  task: taskRecord,
  steps: z.array(taskStep),
  log: scriptLog.nullable().describe('Of tasks that run a script in a VM'),
})
