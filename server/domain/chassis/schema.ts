import { z } from 'zod'
import { atMost } from '../shared/fields.ts'

/** Chassis inside another record. */
export const chassisPart = z.object({
  id: z.int(),
  name: z.string(),
  size: z.number(),
  server_slot_count: z.int(),
})

const blade = { id: z.int(), name: z.string(), slot: z.int() }

export const chassisRecord = z.object({
  ...chassisPart.shape,
  rack: z.int(),
  rack_name: z.string(),
  location_id: z.int(),
  location_name: z.string(),
  unit: z.int(),
  note: z.string(),
  used: z.int().describe('Slots'),
  free: z.int().describe('Slots'),
  device_server: z.array(z.object({ ...blade, size: z.number() })),
  version: z.int(),
})
export type Chassis = z.infer<typeof chassisRecord>

export const chassisCreate = z.strictObject({
  name: z.string().min(1).max(49),
  size: z.int().min(1).max(10),
  server_slot_count: z.int().min(2).max(32),
  unit: z.int().min(1).max(99),
  note: atMost(1500)(z.string()).optional(),
})
export type ChassisCreate = z.infer<typeof chassisCreate>
export const chassisEdit = z.strictObject({
  name: z.string().min(1).max(49).optional(),
  note: atMost(1500)(z.string()).optional(),
})
export type ChassisEdit = z.infer<typeof chassisEdit>

/** One slot and the blade in it; null when it is free. */
export const chassisSlot = z.object({
  slot: z.int(),
  devices: z.array(z.object({ ...blade, size: z.int() })).nullable(),
})
