import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { atMost } from '../shared/fields.ts'
import { LONGEST_DESCRIPTION } from './limits.ts'
import { snapshotStates } from './states.ts'

export const snapshotCreate = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    .refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text), rule`One line, without control characters`),
  description: atMost(LONGEST_DESCRIPTION)(z.string()).optional(),
  with_ram: z
    .boolean()
    .default(false)
    .describe(
      'Also the memory of the running VM: it stands still while that is written, and goes on there after a revert',
    ),
  quiesce: z
    .boolean()
    .default(true)
    .describe(
      'Freeze the file systems for the moment of the snapshot, when the guest agent answers; without memory only',
    ),
})
export type SnapshotCreate = z.infer<typeof snapshotCreate>

export const snapshotRow = z.object({
  id: z.int(),
  ext_name: z.string(),
  description: z.string().nullable(),
  with_ram: z.boolean(),
  created: z.string(),
  state: z.enum(snapshotStates),
  parent: z.int().nullable(),
  is_curr: z.boolean().describe('The VM is as it was then, but for what was written since'),
  quiesced: z
    .boolean()
    .nullable()
    .describe('Whether the file systems were frozen; null: they did not have to be, or that was not asked for'),
  fault: z.string().nullable().describe('Why it could not be taken'),
  made_by: z.string().nullable(),
  cpu_number: z.int(),
  ram_mib: z.int(),
  disks: z.array(z.object({ disk_id: z.int(), name: z.string(), size_mib: z.int() })),
  host: z.object({ id: z.int(), name: z.string() }),
  node: z.object({ id: z.int(), name: z.string() }),
  cluster: z.object({
    id: z.int(),
    name: z.string(),
    virtualization_type: z.enum(['dummy', 'kvm', 'lxd']),
  }),
})
export type Snapshot = z.infer<typeof snapshotRow>
