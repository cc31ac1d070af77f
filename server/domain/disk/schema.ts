import { z } from 'zod'
import { buses } from './buses.ts'
import { diskStates } from './states.ts'

export const diskRow = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(diskStates),
  target_dev: z.string().nullable(),
  size_mib: z.int(),
  size_mib_new: z.int().nullable(),
  reserved_storage2node: z.int().nullable(),
  /** Not in the documents: the task that copies the disk to its new place, null while it stays where it is. */
  move_task: z.int().nullable(),
  bus: z.enum(buses).nullable(),
  expand_part: z.string().nullable(),
  account: z
    .object({
      id: z.int(),
      email: z.string(),
    })
    .nullable(),
  storage: z
    .object({
      id: z.int(),
      name: z.string(),
    })
    .nullable(),
  tags: z.array(z.int()),
  host: z
    .object({
      id: z.int(),
      name: z.string(),
      boot_order: z.int(),
      is_main: z.boolean(),
      bus: z.enum(buses),
    })
    .nullable(),
  node: z
    .object({
      id: z.int(),
      name: z.string(),
    })
    .nullable(),
  cluster: z
    .object({
      id: z.int(),
      name: z.string(),
      type: z.enum(['ceph', 'file', 'lvm', 'zfs', 'network_lvm']),
    })
    .nullable(),
  boot_order: z.int().nullable(),
})
export type Disk = z.infer<typeof diskRow>
