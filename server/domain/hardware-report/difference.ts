import { z } from 'zod'

/** How much a difference matters: a part is gone or faulty; somebody should look; worth knowing. */
export const differenceLevels = ['fault', 'warn', 'info'] as const

export const differenceKinds = [
  'machine_changed',
  'processors_changed',
  'memory_changed',
  'module_missing',
  'module_new',
  'module_moved',
  'disk_missing',
  'disk_new',
  'disk_failed',
  'disk_worn',
  'disk_reallocated',
  'disk_pending',
  'disk_errors',
  'disk_firmware',
  'card_missing',
  'card_new',
  'link_lost',
  'link_slower',
  'neighbour_moved',
  'card_firmware',
  'bios_changed',
  'boot_changed',
  'controller_missing',
  'controller_changed',
  'controller_firmware',
  'controller_moved',
] as const

/** One difference between two reports. */
export const difference = z.object({
  kind: z.enum(differenceKinds),
  level: z.enum(differenceLevels),
  /** Slot, serial number, MAC address: what it is about; empty where the machine has one only. */
  part: z.string(),
  /** Size, model, or another name of it. */
  about: z.string(),
  /** As it was and as it is; null where there is nothing to say. */
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type Difference = z.infer<typeof difference>

/** What differs between a report and an earlier one, and how many parts are the same. */
export const comparison = z.object({
  with: z
    .object({ id: z.int(), at: z.string() })
    .nullable()
    .describe('The report it is compared with; null: there is none'),
  differences: z.array(difference),
  same: z.int().describe('How many parts are as they were'),
})
export type Comparison = z.infer<typeof comparison>
