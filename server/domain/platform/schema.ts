import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { linkId } from '../shared/fields.ts'
import { platformTypes, platformWidths } from './kinds.ts'

export const platformRecord = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(platformTypes),
  server_size: z.number().describe('Units of a server, slots of a blade'),
  width: z.enum(platformWidths).describe('Two servers of half width share a unit'),
  cpu_socket: z.int(),
  cpu_socket_name: z.string(),
  cpu_socket_count: z.int(),
  ram_slot_count: z.int(),
  max_ram: z.int(),
  hdd_slot_count: z.int(),
  pci_slot_count: z.int(),
  server_count: z.int(),
  version: z.int(),
})
export type Platform = z.infer<typeof platformRecord>

const fields = {
  name: z
    .string()
    .min(1)
    .max(49)
    .regex(/^\w[\w -]*$/, rule`a letter, digit or underscore first, then also hyphens and spaces`),
  cpu_socket: linkId,
  cpu_socket_count: z.literal([1, 2, 4, 8]),
  ram_slot_count: z.int().min(1).max(64),
  max_ram: z.int().min(1).max(2_147_483_647),
  hdd_slot_count: z.int().min(1).max(90),
  pci_slot_count: z.int().min(1).max(30),
}

export const platformCreate = z.strictObject({
  ...fields,
  type: z.enum(platformTypes),
  server_size: z.int().min(1).max(2),
})
export type PlatformCreate = z.infer<typeof platformCreate>
/** Type and size are fixed: servers of the platform stand where they fit. */
export const platformEdit = z.strictObject(fields).partial()
export type PlatformEdit = z.infer<typeof platformEdit>
export const platformWidth = z.strictObject({ width: z.enum(platformWidths) })
