import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { moment } from '../shared/fields.ts'
import { eventSeverities, limitNames, sensorHealths } from './states.ts'

const thresholds = z.partialRecord(z.enum(limitNames), z.number())

/** A sensor as it was last read. */
export const sensorReading = z.object({
  name: z.string(),
  value: z.union([z.number(), z.string(), z.null()]).describe('Null: it has states alone, or cannot be read now'),
  unit: z.string(),
  status: z.enum(sensorHealths).describe('unknown: it cannot be read now'),
  id: z.int(),
  identity: z.string().describe('What the controller tells it by'),
  kind: z.string().describe('Temperature, Fan and so on'),
  states: z.array(z.string()).describe('States that hold, in words'),
  thresholds,
})
export type Sensor = z.infer<typeof sensorReading>

export const sensorAnswer = z.object({
  list: z.array(sensorReading),
  read_at: moment.nullable().describe('When they were last read'),
  fault: z.string().nullable().describe('What of sensors, log and inventory could not be read then'),
})
export type SensorAnswer = z.infer<typeof sensorAnswer>

export const sensorPoint = z.object({
  time: z.int().describe('Unix time in seconds at which the point begins'),
  mean: z.number().nullable().describe('Null: not read'),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type SensorPoint = z.infer<typeof sensorPoint>
export const sensorHistory = z.object({
  from: z.int(),
  to: z.int(),
  step: z.int().describe('Seconds of each point'),
  list: z.array(sensorPoint),
})
export type SensorHistory = z.infer<typeof sensorHistory>

/** An entry of a controller's event log. */
export const ipmiEvent = z.object({
  id: z.int(),
  at: moment.nullable().describe('By the clock of the controller; null when it gave none'),
  seen_at: moment.describe('When it was read'),
  sensor: z.string(),
  words: z.string(),
  asserted: z.boolean().describe('False: it is over'),
  severity: z.enum(eventSeverities),
})

const board = z.object({
  manufacturer: z.string(),
  product: z.string(),
  part: z.string(),
  serial: z.string(),
  manufactured: z.string().nullable().describe('Day'),
})
export const hardwareInventory = z.object({
  manufacturer: z.string(),
  model: z.string(),
  part: z.string(),
  serial: z.string(),
  asset: z.string(),
  board,
  chassis: z.object({ part: z.string(), serial: z.string() }),
})
export type HardwareInventory = z.infer<typeof hardwareInventory>

export const inventoryAnswer = z.object({
  inventory: hardwareInventory.nullable().describe('Null: none was reported'),
  read_at: moment.nullable(),
  platforms: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('Platforms that its words fit, the best first; for administrators, as long as the server has another'),
})
export type InventoryAnswer = z.infer<typeof inventoryAnswer>

/** The longest that a controller lights for by itself. */
export const lightSeconds = z.strictObject({
  seconds: z
    .int()
    .refine((seconds) => seconds >= 0 && seconds <= 255, rule`0 to 255 seconds`)
    .describe('How long the locator LED blinks, at most 255; 0: off'),
})
