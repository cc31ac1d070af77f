import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { atMost } from '../shared/fields.ts'
import { ipText } from '../shared/network-fields.ts'
import { backupLocationFields } from './fields.ts'
import { backupLocationKinds, locationStatuses } from './kinds.ts'

const ip = ipText.refine((text) => text !== '', rule`must not be empty`)
const port = z.int().refine((value) => value >= 1 && value <= 65535, rule`from 1 to 65535`)
const login = atMost(64)(z.string()).refine(
  (text) => /^[A-Za-z0-9_][A-Za-z0-9_.@-]*$/.test(text),
  rule`a user name: letters, digits, underscore, hyphen, dot`,
)
const password = atMost(1000)(z.string())
  .optional()
  .describe(
    'Only written, and always empty in answers. A new location without one is reached with the SSH key of the panel; an empty one changes nothing',
  )
const path = atMost(500)(z.string()).refine(
  (text) => /^(\/[A-Za-z0-9_.@+-]+)+\/?$/.test(text) && !/(^|\/)\.\.?(\/|$)/.test(text),
  rule`an absolute path of letters, digits and . _ @ + -`,
)

const created = z.strictObject({ ip, port, login, password, path })
const edited = z.strictObject({
  ...created.partial().shape,
  has_password: z.literal(false).optional().describe('Its password is forgotten, and the SSH key of the panel is used'),
})

const clusters = z.array(z.int()).describe('Clusters whose VMs are backed up there')
const schedules = z
  .array(z.int())
  .describe('Schedules that write into it; on a change, these and no others. They write it after those they had')
const skip_connection_check = z.boolean().describe('It is not signed in to now; the next check decides')

const recovery = z
  .strictObject({ file: atMost(20_000)(z.string()), passphrase: atMost(1000)(z.string()) })
  .describe(
    'Recovery file of a location whose folder this is: its backups can then be read, and nothing there is removed until `let_go`',
  )

export const backupLocationCreate = z.strictObject({
  ...createShape(backupLocationFields),
  type: z.enum(backupLocationKinds).default('ssh'),
  connection_params: created,
  chunk_mib: z
    .literal([1, 4])
    .default(1)
    .describe('Size of the pieces in which disks are stored: 1 for locations up to about 2 TiB, else 4'),
  clusters: clusters.optional(),
  schedules: schedules.optional(),
  skip_connection_check: skip_connection_check.optional(),
  recovery: recovery.optional(),
})
export type BackupLocationCreate = z.infer<typeof backupLocationCreate>

export const backupLocationEdit = z.strictObject({
  ...editShape(backupLocationFields),
  connection_params: edited.optional(),
  clusters: clusters.optional(),
  schedules: schedules.optional(),
  skip_connection_check: skip_connection_check.optional(),
  let_go: z
    .literal(true)
    .optional()
    .describe(
      'Of a location that was added with a recovery file: backups there that the panel does not know may be removed, 28 days after the next daily round',
    ),
  type: z.enum(backupLocationKinds).optional(),
})
export type BackupLocationEdit = z.infer<typeof backupLocationEdit>

/** How many backups are forgotten with a location, stated by the caller who deletes it. */
export const backupLocationDelete = z.object({
  forget: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'How many backups lie nowhere else and are forgotten. Needed when there are any, with the right number, which the refusal names',
    ),
})

export const recoveryBody = z.strictObject({
  passphrase: atMost(1000)(z.string()).refine((text) => text.length >= 12, rule`at least 12 characters`),
})
export const recoveryAnswer = z.object({ file_name: z.string(), content: z.string() })

const time = z.string().nullable()

/** What the daily round of a backup location found last. */
const round = z
  .object({
    collected_at: time.describe('When what is not needed was last removed'),
    trash_mib: z.int().describe('What the next round removes for good'),
    fault: z.string().nullable().describe('Why the last round did not come to its end'),
    verified_at: time.describe('When all lists were held against what is there, and a part of it was read'),
    verify_fault: z.string().nullable().describe('What that found wrong'),
    deep_at: time.describe('When a round of reading everything was complete'),
    deep_percent: z.int().describe('How much of the present round has been read'),
    damaged_count: z.int().describe('Damaged chunks that were found so far'),
    unknown_count: z
      .int()
      .describe('Backups there that the database does not know, as after it was lost. They are kept for 28 days'),
    unknown_since: time,
  })
  .nullable()

/** A place that backups are stored in. Its password and its keys never leave the panel. */
export const backupLocationRecord = z.object({
  id: z.int(),
  ...recordShape(backupLocationFields),
  type: z.enum(backupLocationKinds),
  state: z.enum(['active', 'unavailable']),
  status: z.enum(locationStatuses).describe('unknown: not checked yet'),
  fault: z.string().nullable().describe('Why it is not ok'),
  checked_at: z.string().nullable(),
  connection_params: z.object({
    ip: z.string(),
    port: z.int(),
    login: z.string(),
    password: z.string().describe('Always empty: it is only written'),
    path: z.string(),
  }),
  has_password: z.boolean().describe('false: the SSH key of the panel is used'),
  host_key: z.string().nullable().describe('Fingerprint that was met at the first contact; another one is refused'),
  chunk_mib: z.int(),
  total_mib: z.int().nullable().describe('Of its file system'),
  free_mib: z.int().nullable(),
  recovery_at: z.string().nullable().describe('When its recovery file was downloaded last'),
  held_since: z
    .string()
    .nullable()
    .describe(
      'It was added with a recovery file: nothing is removed there until `let_go`. null: it is not so, or let go',
    ),
  backup_count: z.int().describe('Backups that lay there when it was looked at last'),
  only_here: z.int().describe('Backups that lie nowhere else: they are forgotten when it is deleted'),
  stored_mib: z.int().nullable().describe('What the panel stored there, by the last daily round; null: there was none'),
  disk_mib: z.int().nullable().describe('Sizes of the disks of all its backups, as full copies'),
  growth_mib_per_day: z
    .number()
    .nullable()
    .describe('Of what is stored, over the last 30 days; null: too little is known'),
  full_in_days: z.int().nullable().describe('null: it does not grow, not within five years, or too little is known'),
  round,
  clusters: z.array(
    z.object({ id: z.int(), name: z.string(), datacenter_type: z.string(), image_storage_path: z.string() }),
  ),
  version: z.int(),
})
export type BackupLocation = z.infer<typeof backupLocationRecord>

const day = z.object({
  day: z.string(),
  stored_mib: z.number().describe('With a fraction: small stores grow by less than one a day'),
  disk_mib: z.number().describe('Sizes of the disks of its backups'),
  backups: z.int(),
})

/** What a backup location held on past days, and what storing it in chunks saves. */
export const locationUse = z.object({
  list: z.array(day),
  limit_mib: z.number().nullable().describe('What the panel can store there: the quota, or what is free besides'),
  saved: z
    .object({
      disk_mib: z.number().describe('Its backups as full copies'),
      pieces_mib: z.number().describe('Equal pieces once, empty ones not at all'),
      stored_mib: z.number().describe('What is left when they are compressed'),
    })
    .nullable()
    .describe('By the last daily round; null: there was none'),
})
export type LocationUse = z.infer<typeof locationUse>

/** The backups of a VM, or of a disk that belonged to none, in one backup location. */
export const locationHost = z.object({
  id: z.int().describe('Of its oldest backup there'),
  name: z.string(),
  host: z.int().nullable().describe('null: the VM is gone, or the disk had none'),
  backups: z.int(),
  stored_mib: z.number(),
  disk_mib: z.number(),
  damaged: z.int().describe('Backups that would not restore from there'),
  newest_at: z.string().nullable(),
})
