import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { MOST_LOCATIONS } from '../backup/states.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { absentIfEmpty, linkId } from '../shared/fields.ts'
import { scheduleFields } from './fields.ts'
import { runStates } from './kinds.ts'
import { isTimeZone } from './slots.ts'

const day = z.int().min(1).max(31).describe('Of the month, when `type` is monthly; shorter months: their last day')
const week_day = z.int().min(0).max(7).describe('When `type` is weekly; 0 and 7 are Sunday')
const hour = z.int().min(0).max(23)
const minute = z.int().min(0).max(59)
const time_zone = z.string().refine(isTimeZone, rule`a time zone such as Europe/Berlin`)

const ids = z.array(linkId).refine((list) => new Set(list).size === list.length, rule`each only once`)
const targets = {
  backup_locations: ids
    .refine((list) => list.length <= MOST_LOCATIONS, rule`at most ${MOST_LOCATIONS}`)
    .optional()
    .describe('The first is written, the others are copied from it. None: a folder of the node of the disk'),
  clusters: ids.optional(),
  nodes: ids.optional(),
  hosts: ids.optional(),
  presets: ids.optional().describe('VMs that were made with them'),
  disks: ids.optional().describe('Besides those of VMs; each by itself'),
}
const common = {
  ...targets,
  time_zone: absentIfEmpty(time_zone).describe('IANA name, whose clock `start_time` means. Default: that of the panel'),
}

export const scheduleCreate = z.strictObject({
  ...createShape(scheduleFields),
  start_time: z.strictObject({ day: day.optional(), week_day: week_day.optional(), hour, minute }),
  ...common,
})
export type ScheduleCreate = z.infer<typeof scheduleCreate>

export const scheduleEdit = z.strictObject({
  ...editShape(scheduleFields),
  start_time: z.strictObject({ day, week_day, hour, minute }).partial().optional(),
  ...common,
})
export type ScheduleEdit = z.infer<typeof scheduleEdit>

/** Its start as records say it. */
export const readTime = z.object({
  day: z.int().nullable(),
  week_day: z.int().nullable(),
  hour: z.int(),
  minute: z.int(),
})

export const scheduleRecord = z.object({
  id: z.int(),
  ...recordShape(scheduleFields),
  start_time: readTime,
  time_zone: z.string(),
  backup_locations: z.array(z.int()),
  clusters: z.array(z.int()),
  nodes: z.array(z.int()),
  hosts: z.array(z.int()),
  presets: z.array(z.int()),
  disks: z.array(z.int()),
  next_run: z.string().nullable().describe('null: it is disabled'),
  last_run: z.string().nullable(),
  last_state: z.enum(runStates).nullable().describe('Of the newest run'),
  version: z.int(),
})
export type Schedule = z.infer<typeof scheduleRecord>

export const scheduleHosts = z.object({ affected_hosts_count: z.int() })

const job = z.object({
  name: z.string(),
  handler: z.string(),
  service: z.string(),
  method: z.string(),
  instance_id: z.int(),
  url_query_params: z.json(),
  post_params: z.json(),
  cron_expression: z.string().describe('In the time zone of the schedule'),
  time_zone: z.string(),
})
/** The key is spelt as clients read it. */
export const scheduledJobs = z.object({ shedule_list: z.array(job) })

/** A schedule that another record names. */
export const namedSchedule = z.object({ id: z.int(), name: z.string().nullable() })

export const scheduleRun = z.object({
  id: z.int(),
  schedule: namedSchedule,
  started_by: z.enum(['clock', 'person']),
  planned_for: z.string(),
  started_at: z.string().nullable().describe('null: it was missed'),
  ended_at: z.string().nullable(),
  state: z.enum(runStates),
  reason: z.string().nullable().describe('Why it was missed, or what failed first'),
  disks: z.int(),
  done: z.int().describe('Of these disks'),
  failed: z.int(),
})
export type ScheduleRun = z.infer<typeof scheduleRun>
