import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { absentIfEmpty } from '../shared/fields.ts'
import { buses } from './buses.ts'

const name = absentIfEmpty(z.string().refine((text) => text.length <= 255, rule`At most ${255} characters`))
const expand_part = z
  .string()
  .refine((text) => text.length <= 255, rule`At most ${255} characters`)
  .optional()
const bus = z.enum(buses)

/** Body of a new disk that belongs to no VM. */
export const diskCreate = z.strictObject({
  size_mib: z.int().min(1),
  name,
  account: z.int().optional(),
  expand_part,
  node: z.int().optional(),
  storage: z.int().optional(),
})
export type DiskCreate = z.infer<typeof diskCreate>

/** Body of a new disk of a VM. */
export const hostDiskCreate = z.strictObject({
  size_mib: z.int().min(1),
  name,
  expand_part,
  storage: z.int().optional(),
  bus: bus.optional(),
})
export type HostDiskCreate = z.infer<typeof hostDiskCreate>

/** Body that attaches a disk to a VM, or changes how it is attached. */
export const diskLink = z
  .strictObject({ bus: bus.optional(), is_main: z.boolean().optional() })
  .refine((body) => body.bus !== undefined || body.is_main !== undefined, {
    path: ['bus'],
    message: rule`bus or is_main is needed`,
  })
  .meta({ anyOf: [{ required: ['bus'] }, { required: ['is_main'] }] })
export type DiskLink = z.infer<typeof diskLink>

/** Body that puts disks of a VM into an order: those that are named change their places. */
export const diskOrder = z.strictObject({
  disks: z.array(z.strictObject({ id: z.int(), boot_order: z.int() })),
})
export type DiskOrder = z.infer<typeof diskOrder>

/** Body of a change of a disk; what is absent stays. */
export const diskEdit = z.strictObject({
  name,
  account: z.int().optional(),
  size_mib: z
    .int()
    .refine((size) => size >= 1, rule`from 1`)
    .optional(),
  live_resize: z.boolean().optional(),
  expand_part,
  pool: z.int().optional(),
  defer: z.strictObject({ action: z.enum(['host_stop']) }).optional(),
})
export type DiskEdit = z.infer<typeof diskEdit>

/** The name of a partition in the guest without `/dev/`, or null when a text names none. */
export const partitionName = (text: string | null): string | null =>
  /^(?:\/dev\/)?([a-z][a-z0-9]{1,30}\d)$/.exec(text ?? '')?.[1] ?? null
