import { z } from 'zod'
import { roles } from '../shared/roles.ts'
import { recordedKinds, recordedModes, recordedObjects, recordingStates } from './states.ts'

export const recordingRecord = z.object({
  id: z.int(),
  object: z.enum(recordedObjects).describe('A VM, or a server'),
  object_id: z.int(),
  object_name: z.string().describe('As it was called then'),
  account_id: z.int().describe('Whose console was recorded'),
  account_email: z.string(),
  kind: z.enum(recordedKinds),
  mode: z.enum(recordedModes),
  state: z.enum(recordingStates).describe('cut: it ends before the console did'),
  fault: z.string().describe('Why it was cut'),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  duration_ms: z.int(),
  bytes: z.int().describe('Size of the file'),
})
export type Recording = z.infer<typeof recordingRecord>

const settings = {
  roles: z.array(z.enum(roles)).describe('Consoles of accounts with one of these roles are recorded'),
  days: z.int().min(1).max(3650).describe('Recordings are deleted so long after their end'),
  max_mib: z.int().min(1).max(4096).describe('Largest size of one recording'),
  min_free_mib: z.int().min(64).max(1_048_576).describe('Nothing is recorded when less is free on the disk'),
  when_failing: z.enum(['end', 'go_on']).describe('What becomes of a console that cannot be recorded any more'),
}

/** Who and what is recorded, how much, how long. */
export const recordingSettings = z.strictObject({
  roles: settings.roles.default([]),
  days: settings.days.default(90),
  max_mib: settings.max_mib.default(256),
  min_free_mib: settings.min_free_mib.default(2048),
  when_failing: settings.when_failing.default('end'),
})
export type RecordingSettings = z.output<typeof recordingSettings>

/** What is not named stays as it is. */
export const recordingSettingsEdit = z.strictObject(settings).partial()
export type RecordingSettingsEdit = z.output<typeof recordingSettingsEdit>

/** Whether consoles of one thing are recorded; null: by the role of who opens them. */
export const recordingRule = z.strictObject({
  object: z.enum(recordedObjects),
  object_id: z.int().min(1).max(2_147_483_647),
  record: z.boolean().nullable(),
})
export type RecordingRule = z.output<typeof recordingRule>

export const recordingPage = z.object({
  frames: z.string().describe('Base64: millisecond, length (32 bits each, big-endian), bytes, again and again'),
  next: z
    .object({ at: z.int(), chunk: z.int() })
    .nullable()
    .describe('Where the next part begins; null: there is none'),
  whole: z.boolean().describe('The end was reached, and nothing is missing'),
})
