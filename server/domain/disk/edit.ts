import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { absentIfEmpty } from '../shared/fields.ts'

/** Body of a change of a disk; what is absent stays. */
export const diskEdit = z.strictObject({
  name: absentIfEmpty(z.string().refine((text) => text.length <= 255, rule`At most ${255} characters`)),
  account: z.int().optional(),
  size_mib: z
    .int()
    .refine((size) => size >= 1, rule`from 1`)
    .optional(),
  live_resize: z.boolean().optional(),
  expand_part: z
    .string()
    .refine((text) => text.length <= 255, rule`At most ${255} characters`)
    .optional(),
  pool: z.int().optional(),
  defer: z.strictObject({ action: z.enum(['host_stop']) }).optional(),
})
export type DiskEdit = z.infer<typeof diskEdit>

/** The name of a partition in the guest without `/dev/`, or null when a text names none. */
export const partitionName = (text: string | null): string | null =>
  /^(?:\/dev\/)?([a-z][a-z0-9]{1,30}\d)$/.exec(text ?? '')?.[1] ?? null
