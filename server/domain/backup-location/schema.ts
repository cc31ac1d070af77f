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
  .describe('Without one, or empty: the SSH key of the panel is used. Only written, never shown')
const path = atMost(500)(z.string()).refine(
  (text) => /^(\/[A-Za-z0-9_.@+-]+)+\/?$/.test(text) && !/(^|\/)\.\.?(\/|$)/.test(text),
  rule`an absolute path of letters, digits and . _ @ + -`,
)

const created = z.strictObject({ ip, port, login, password, path })
const edited = created.partial()

const clusters = z.array(z.int()).describe('Clusters whose VMs are backed up there')
const schedules = z
  .array(z.int())
  .describe('Schedules that write into it; on a change, these and no others. They write it after those they had')
const skip_connection_check = z.boolean().describe('It is not signed in to now; the next check decides')

const recovery = z
  .strictObject({ file: atMost(20_000)(z.string()), passphrase: atMost(1000)(z.string()) })
  .describe('Recovery file of a location whose folder this is: its backups can then be read')

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
  type: z.enum(backupLocationKinds).optional(),
})
export type BackupLocationEdit = z.infer<typeof backupLocationEdit>

export const recoveryBody = z.strictObject({
  passphrase: atMost(1000)(z.string()).refine((text) => text.length >= 12, rule`at least 12 characters`),
})
export const recoveryAnswer = z.object({ file_name: z.string(), content: z.string() })

/** A place that backups are stored in. Its password and its keys never leave the panel. */
export const backupLocationRecord = z.object({
  id: z.int(),
  ...recordShape(backupLocationFields),
  type: z.enum(backupLocationKinds),
  state: z.enum(['active', 'unavailable']),
  status: z.enum(locationStatuses).describe('unknown: not checked yet'),
  fault: z.string().nullable().describe('Why it is not ok'),
  checked_at: z.string().nullable(),
  connection_params: z.object({ ip: z.string(), port: z.int(), login: z.string(), path: z.string() }),
  has_password: z.boolean().describe('false: the SSH key of the panel is used'),
  host_key: z.string().nullable().describe('Fingerprint that was met at the first contact; another one is refused'),
  chunk_mib: z.int(),
  total_mib: z.int().nullable().describe('Of its file system'),
  free_mib: z.int().nullable(),
  recovery_at: z.string().nullable().describe('When its recovery file was downloaded last'),
  clusters: z.array(
    z.object({ id: z.int(), name: z.string(), datacenter_type: z.string(), image_storage_path: z.string() }),
  ),
  version: z.int(),
})
export type BackupLocation = z.infer<typeof backupLocationRecord>
