import { z } from 'zod'
import { recordShape } from '../shared/field-schema.ts'
import { moment } from '../shared/fields.ts'
import { scheduleFields } from './fields.ts'
import { type CoverageState, coverageReasons, coverageStates } from './kinds.ts'
import { namedSchedule, readTime } from './schema.ts'

const { name, type, backup_mode, enabled, limit_count, keep_last, keep_daily, keep_weekly, keep_monthly } =
  recordShape(scheduleFields)

/** A schedule as far as it concerns one of the VMs that it backs up. */
export const hostSchedule = z.object({
  id: z.int(),
  name: name.nullable(),
  ...{ type, backup_mode, enabled, limit_count, keep_last, keep_daily, keep_weekly, keep_monthly },
  start_time: readTime,
  time_zone: z.string(),
  next_run: moment.nullable().describe('null: it is disabled'),
  elsewhere: z.boolean().describe('It writes to backup locations; otherwise backups stay on the node of the VM'),
  places: z
    .array(z.object({ id: z.int(), name: z.string(), usable: z.boolean() }))
    .describe('Backup locations that get backups of this VM, the first is written'),
  last: z
    .object({ at: moment, state: z.enum(['running', 'done', 'failed']), fault: z.string().nullable() })
    .nullable()
    .describe('Its newest backup of this VM'),
})
export type HostSchedule = z.infer<typeof hostSchedule>
export const hostSchedules = z.object({ list: z.array(hostSchedule) })

export const coverageRow = z.object({
  id: z.int().describe('Of the VM'),
  name: z.string(),
  account: z.object({ id: z.int(), email: z.string() }),
  cluster: z.object({ id: z.int(), name: z.string() }),
  state: z.enum(coverageStates),
  schedules: z.int().describe('Enabled schedules that it is part of'),
  promised_hours: z.int().nullable().describe('How old its newest backup may get'),
  last_backup: z.string().nullable().describe('Since when all of its disks that are to be backed up have been so'),
  reason: z
    .enum(coverageReasons)
    .nullable()
    .describe(
      'Why it is not protected as promised: `no_schedule`, or a disabled one alone; `no_disk`: none that its schedule backs up; `no_location`: none of its schedule takes backups of its cluster; the location is `location_away` or `location_full`; its newest backup, or the newest run, failed or was missed; `no_backup`, `late`: nothing of these. `rehearsal_…`: it is protected, and no rehearsal of it passed',
    ),
  cause: z.string().nullable().describe('The reason as it was noted, in words'),
  place: z.string().nullable().describe('Name of the backup location, where the reason is about one'),
  schedule: namedSchedule.nullable().describe('The one that the reason is about'),
})
export type Coverage = z.infer<typeof coverageRow>

/** How many VMs are in each state. */
export const coverageSums = z.object(
  Object.fromEntries(coverageStates.map((state) => [state, z.int()])) as Record<CoverageState, z.ZodInt>,
)
