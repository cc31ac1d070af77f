import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { isTimeZone } from '../schedule/slots.ts'
import { absentIfEmpty } from '../shared/fields.ts'
import { answers, rehearsalStarters, rehearsalStates } from './states.ts'

const named = z.object({ id: z.int(), name: z.string() })

export const rehearsalRecord = z.object({
  id: z.int(),
  host: z
    .object({ id: z.int().nullable(), name: z.string() })
    .describe('The VM that was backed up; without an id: it is gone'),
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  cluster: named.nullable(),
  node: named.nullable().describe('Where it was started'),
  backup: z.int().nullable().describe('Of the main disk'),
  run_id: z.string().describe('Of the backups of that moment'),
  backup_made_at: z.string().nullable().describe('The moment that the backup holds'),
  state: z.enum(rehearsalStates).describe('passed: the guest answered'),
  started_by: z.enum(rehearsalStarters),
  made_by: z.string().nullable(),
  answered_by: z.enum(answers).nullable().describe('The guest’s agent, or a prompt to sign in on its serial port'),
  answer_ms: z.int().nullable().describe('From its start to its answer'),
  reason: z.string().nullable().describe('Why it failed'),
  has_picture: z.boolean().describe('Whether a picture of its screen was kept'),
  picture_at: z.string().nullable(),
  task: z.int().optional().describe('The task that works on it'),
  date_create: z.string(),
  started_at: z.string().nullable().describe('When the guest was started'),
  ended_at: z.string().nullable(),
  cleared_at: z.string().nullable().describe('Since when nothing of it is left on the node'),
  version: z.int(),
})
export type Rehearsal = z.infer<typeof rehearsalRecord>

/** The last picture of a screen. */
export const rehearsalPicture = z.object({
  type: z.literal('image/png'),
  data: z.string().describe('Base64'),
  taken_at: z.string(),
})
export type RehearsalPicture = z.infer<typeof rehearsalPicture>

const hour = z.int().min(0).max(23)
const plan = {
  enabled: z.boolean().describe('Whether backups are rehearsed by themselves'),
  every_days: z.int().min(1).max(365).describe('Each VM with a good backup so often, and at least that is promised'),
  from_hour: hour.describe('Begun from this hour on'),
  until_hour: hour.describe('and before this one; the same as `from_hour`: at any hour'),
  time_zone: z
    .string()
    .refine(isTimeZone, rule`a time zone such as Europe/Berlin`)
    .describe('Whose clock the hours mean'),
  at_once: z.int().min(1).max(16).describe('So many at once in the whole panel, and one on each node'),
  limit_minutes: z.int().min(1).max(120).describe('So long a guest may take to answer'),
}

/** When backups are rehearsed, and what is promised by it. */
export const rehearsalPlan = z.strictObject({
  enabled: plan.enabled.default(false),
  every_days: plan.every_days.default(30),
  from_hour: plan.from_hour.default(1),
  until_hour: plan.until_hour.default(5),
  time_zone: plan.time_zone.default('UTC'),
  at_once: plan.at_once.default(2),
  limit_minutes: plan.limit_minutes.default(15),
})
export type RehearsalPlan = z.output<typeof rehearsalPlan>

export const rehearsalPlanEdit = z.strictObject({ ...plan, time_zone: absentIfEmpty(plan.time_zone) }).partial()
export type RehearsalPlanEdit = z.infer<typeof rehearsalPlanEdit>
