import { z } from 'zod'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { chassisFields } from './fields.ts'

/** Chassis inside another record. */
export const chassisPart = z.object({
  id: z.int(),
  name: z.string(),
  size: z.number(),
  server_slot_count: z.int(),
})

const blade = { id: z.int(), name: z.string(), slot: z.int() }

export const chassisRecord = z.object({
  id: z.int(),
  ...recordShape(chassisFields),
  rack: z.int(),
  rack_name: z.string(),
  location_id: z.int(),
  location_name: z.string(),
  used: z.int().describe('Slots'),
  free: z.int().describe('Slots'),
  device_server: z.array(z.object({ ...blade, size: z.number() })),
  version: z.int(),
})
export type Chassis = z.infer<typeof chassisRecord>

export const chassisCreate = z.strictObject(createShape(chassisFields))
export type ChassisCreate = z.infer<typeof chassisCreate>
export const chassisEdit = z.strictObject(editShape(chassisFields))
export type ChassisEdit = z.infer<typeof chassisEdit>

/** One slot and the blade in it; null when it is free. */
export const chassisSlot = z.object({
  slot: z.int(),
  devices: z.array(z.object({ ...blade, size: z.int() })).nullable(),
})
