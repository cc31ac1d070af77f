import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { operationTypes } from '../operation/kinds.ts'
import { deviceKinds, faces } from '../placement/cells.ts'
import { healths } from './health.ts'

/** Health of a device, as far as known: for its lights and the overlays of the floor plan. */
const wellbeing = {
  power: z.enum(['on', 'off', 'unknown']).optional().describe('Of servers'),
  health: z.enum(healths).optional().describe('Absent for what cannot fail: reserved units'),
  cause: z.string().optional().describe('Why it is not well, as it was reported'),
  wrong: z
    .enum(['link', 'feed', 'drift', 'port', 'outlet'])
    .optional()
    .describe('What kind of thing is not well, where the cause only names ports or outlets'),
  maintenance: z.boolean().optional(),
  operation: z.enum(operationTypes).optional().describe('What is being done to the system of a server'),
  owner: z.string().optional().describe('E-mail of the user a server belongs to'),
}

export const drawnBlade = z.object({
  id: z.int(),
  name: z.string(),
  slot: z.int(),
  size: z.int().describe('Slots'),
  model: z.string().optional(),
  temperature: z.int().optional(),
  ...wellbeing,
})
export type DrawnBlade = z.infer<typeof drawnBlade>

/** A mounted device, with everything its drawing shows. Empty fields are omitted. */
export const drawnDevice = z.object({
  kind: z.enum(deviceKinds),
  id: z.int(),
  name: z.string(),
  face: z.enum(faces),
  unit: z.int().describe('Lowest unit, counted from the bottom'),
  size: z.int().describe('Units'),
  width: z.enum(['full', 'half']),
  half: z.int().min(0).max(1).describe('Of a half-width device: 0 = left, seen from the front'),
  depth: z.enum(['full', 'half']),
  ...wellbeing,
  model: z.string().optional().describe('Platform of a server, driver of a switch or PDU'),
  temperature: z.int().optional().describe('Of the air that comes in, °C, as the controller of a server says'),
  bays: z.int().optional().describe('Drive bays of a server'),
  ports: z.int().optional().describe('Ports of a switch, outlets of a PDU'),
  port_lights: z.string().optional().describe('One letter a port or outlet: u up, d down, o off, x unknown'),
  watt: z.int().optional().describe('Load of a PDU'),
  slots: z.int().optional().describe('Of a chassis'),
  blades: z.array(drawnBlade).optional(),
})
export type DrawnDevice = z.infer<typeof drawnDevice>

/** From a server or blade to a port or outlet. */
export const cable = z.object({
  kind: z.enum(['switch', 'pdu']),
  server: z.int(),
  device: z.int().describe('The switch or PDU'),
  device_name: z.string(),
  rack: z.string().describe('Where the switch or PDU stands'),
  port: z.int(),
  port_name: z.string(),
  position: z.int().describe('Place of the port on its device, from 0'),
  status: z.enum(['up', 'down', 'unknown']),
  is_ipmi: z.boolean(),
})
export type Cable = z.infer<typeof cable>

const beside = z.object({ id: z.int(), name: z.string() }).nullable()
/** All that the page of a rack draws. */
export const rackDiagram = z.object({
  list: z.array(drawnDevice),
  cables: z.array(cable),
  before: beside.describe('The rack on its left on the floor plan'),
  after: beside.describe('The rack on its right'),
})
export type RackDiagram = z.infer<typeof rackDiagram>

/** A rack of the floor plan. */
export const floorRack = z.object({
  id: z.int(),
  name: z.string(),
  size: z.int(),
  hall_row: z.int(),
  hall_place: z.int(),
  devices: z.array(drawnDevice),
})
export type FloorRack = z.infer<typeof floorRack>
export const floorPlan = z.object({ id: z.int(), name: z.string(), racks: z.array(floorRack) })
export type FloorPlan = z.infer<typeof floorPlan>

/** Adjacent units that are free on both faces. */
export const gap = z.object({
  rack: z.object({ id: z.int(), name: z.string() }),
  location: z.object({ id: z.int(), name: z.string() }),
  unit: z.int().describe('Lowest free unit'),
  size: z.int().describe('Units'),
})
export type Gap = z.infer<typeof gap>

const position = z.int().min(0).max(999)
/** Position of a rack on the floor plan. The rack at that position and all to its right move on by one. */
export const floorPlace = z.strictObject({ hall_row: position, hall_place: position })
export type FloorPlace = z.infer<typeof floorPlace>

const wholeNumber = (least: number, most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^[0-9]{1,10}$/, rule`a whole number`)
        .transform(Number),
    ])
    .pipe(z.int().min(least).max(most))
    .meta({ type: 'integer' })
export const gapQuery = z.object({
  size: wholeNumber(1, 99),
  location: wholeNumber(1, 2_147_483_647).optional(),
})
export type GapQuery = z.infer<typeof gapQuery>
