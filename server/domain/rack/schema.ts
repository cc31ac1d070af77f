import { z } from 'zod'
import { locationPart } from '../location/schema.ts'
import { faces } from '../placement/cells.ts'
import { health } from '../problem/health.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { bodyId } from '../shared/fields.ts'
import { rackFields } from './fields.ts'

/** Rack inside another record. */
export const rackPart = z.object({ id: z.int(), name: z.string(), size: z.int() })

const inRack = z.object({ id: z.int(), name: z.string(), unit: z.int(), size: z.string() })
/** The same, but its size is a number. */
const serverInRack = z.object({ id: z.int(), name: z.string(), unit: z.int(), size: z.number() })

export const rackRecord = z.object({
  id: z.int(),
  ...recordShape(rackFields),
  location: locationPart,
  reserved: z.int().describe('Reserved units'),
  used: z.number().describe('Units, half ones included'),
  free: z.number().describe('Units'),
  device_count: z.int(),
  device_server: z.array(serverInRack),
  device_switch: z.array(inRack),
  device_pdu: z.array(inRack),
  device_chassis: z.array(inRack),
  hall_row: z.int(),
  hall_place: z.int(),
  health,
  version: z.int(),
})
export type Rack = z.infer<typeof rackRecord>

const size = z.int().min(1).max(99)
export const rackCreate = z.strictObject(createShape(rackFields))
export type RackCreate = z.infer<typeof rackCreate>
export const rackEdit = z.strictObject(editShape(rackFields))
export type RackEdit = z.infer<typeof rackEdit>

/** One unit and who stands in it. */
export const rackUnit = z.object({
  unit: z.int(),
  busy_space: z.number().min(0).max(1).describe('0.0 = free, 1.0 = fully used'),
  devices: z.array(z.object({ id: z.int(), name: z.string(), size: z.number(), unit: z.int(), type: z.string() })),
})

/** Moves a device. Absent fields keep their values. */
export const placementEdit = z.strictObject({
  rack: bodyId,
  unit: size,
  face: z.enum(faces).optional(),
  half: z.literal([0, 1]).optional(),
  depth: z.enum(['full', 'half']).optional(),
})
export type PlacementEdit = z.infer<typeof placementEdit>

export const reservation = z.strictObject({ unit: size, size: size.default(1), note: z.string().max(200).optional() })
export type Reservation = z.infer<typeof reservation>
