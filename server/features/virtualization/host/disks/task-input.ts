import { z } from 'zod'

const before = z.object({
  id: z.int(),
  bus: z.string(),
  target_dev: z.string().nullable(),
  boot_order: z.int(),
  is_main: z.boolean(),
})
/** How a disk was attached before a change. */
export type Before = z.infer<typeof before>

/**
 * A change of the disks of a VM, which is in their records when the task is queued. `add`: the volume is made first. `before`: all disks
 * of the VM as they were attached.
 */
export const diskChangeInput = z.object({
  host_id: z.int(),
  disk_id: z.int(),
  change: z.enum(['add', 'attach', 'detach', 'edit']),
  before: z.array(before),
})
export type DiskChange = z.infer<typeof diskChangeInput>
