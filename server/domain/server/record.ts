import { z } from 'zod'
import { chassisPart } from '../chassis/schema.ts'
import { ipmiRecord } from '../ipmi/schema.ts'
import { locationPart } from '../location/schema.ts'
import { operationHindrances } from '../operation/hindrances.ts'
import { operationTypes, raids } from '../operation/kinds.ts'
import { platformTypes, platformWidths } from '../platform/kinds.ts'
import { health } from '../problem/health.ts'
import { rackPart } from '../rack/schema.ts'
import { serverAddress } from '../server-ip/schema.ts'
import { recordShape } from '../shared/field-schema.ts'
import { moment } from '../shared/fields.ts'
import { adminStatuses, operStatuses } from '../switch/port.ts'
import { serverFields } from './fields.ts'
import { powerStatuses, serverLifecycle } from './states.ts'

const named = z.object({ id: z.int(), name: z.string() })
const outletPower = z.enum(['unknown', 'up', 'down'])

/** A port that a server is plugged into. */
export const serverPort = z.object({
  id: z.int().describe('Port id'),
  name: z.string().describe('Name of the port'),
  switch: z.int(),
  switch_name: z.string(),
  connection_id: z.int(),
  description: z.string(),
  admin_status: z.enum(adminStatuses),
  oper_status: z.enum(operStatuses),
  read_at: moment.nullable().describe('When its device was last read; without that lately its state is unknown'),
  do_not_collect_traffic: z.boolean(),
  is_ipmi_connection: z.boolean(),
})

/** An outlet that powers a server. */
export const serverOutlet = z.object({
  port_id: z.int(),
  port_identity: z.string(),
  pdu_id: z.int(),
  pdu_name: z.string(),
  connection_id: z.int(),
  power_status: outletPower,
  load_watt: z.int().nullable().describe('Null where the PDU does not measure outlets'),
  read_at: moment.nullable().describe('When its device was last read; without that lately its state is unknown'),
})

const runningOperation = z.object({
  id: z.int(),
  status: z.string(),
  status_info: z.object({}),
  progress_info: z.array(z.object({ percent: z.int(), text: z.string() })),
  type: z.string(),
})

const controller = ipmiRecord
  .pick({
    id: true,
    server: true,
    type: true,
    ip: true,
    mac: true,
    username: true,
    status_info: true,
    vendor: true,
    model: true,
    power_status: true,
    status: true,
    sensor_health: true,
    sensor_health_info: true,
    last_update: true,
  })
  .partial({ status_info: true })

export const serverRecord = z.object({
  id: z.int(),
  ...recordShape(serverFields),
  type: z.enum(platformTypes),
  size: z.number(),
  width: z.enum(platformWidths),
  mac: z.array(z.string()),
  platform: named.nullable(),
  rack: rackPart.nullable(),
  unit: z.int().nullable(),
  chassis: chassisPart.nullable(),
  slot: z.int().nullable(),
  location: locationPart,
  location_id: z.int(),
  state: z.enum(serverLifecycle.states),
  state_info: z.string().nullable(),
  power_status: z.enum(powerStatuses),
  power_action: z.string().nullable().describe('Operation on its power that is under way'),
  power_task: z.int().nullable().describe('Row of the task that has it'),
  operation: runningOperation.nullable().describe('Work on its system that is under way'),
  operation_running: z
    .object({ id: z.int(), type: z.enum(operationTypes), percent: z.int() })
    .nullable()
    .describe('Operation that holds the server: its steps are read by its number'),
  hindrances: z
    .array(z.enum(operationHindrances))
    .describe('What keeps any operation from beginning on it now; empty: nothing does'),
  os_template: z
    .object({ ...named.shape, tags: z.array(z.string()) })
    .nullable()
    .describe('Installed system; its id is 0 when the template is gone'),
  installed: z
    .object({
      operation: z.int().describe('The installation'),
      system: z.string().nullable(),
      raid: z.enum(raids),
      disks: z.array(z.string()).describe('Serial numbers or WWNs'),
      by: z.string(),
      at: moment,
    })
    .nullable()
    .describe('The installation whose system is on its disks; null when none was, or they were cleared'),
  hardware_info: z.looseObject({}).describe('What its controller, its last report and programs that installed it say'),
  perform_info: z.object({}),
  settings: z.object({ efi: z.boolean().optional() }),
  owner: z.int().nullable(),
  owner_email: z.string().nullable(),
  ip: z.array(serverAddress),
  switch_connection: z.array(serverPort),
  pdu_connection: serverOutlet.nullable().describe('The first power link'),
  pdu_connections: z.array(serverOutlet),
  ipmi: controller
    .nullable()
    .describe('Management controller; where it is, how to get in and what went wrong is told to administrators only'),
  node: named.nullable().optional().describe('The node of a cluster that runs on it, for administrators'),
  traffic: z
    .object({ in: z.int(), out: z.int() })
    .optional()
    .describe('Octets of the current month; absent as long as none are collected'),
  health,
  version: z.int(),
})
export type Server = z.infer<typeof serverRecord>
