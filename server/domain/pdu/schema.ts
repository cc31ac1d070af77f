import { z } from 'zod'
import { snmpParams, snmpParamsPart } from '../device/params.ts'
import { locationPart } from '../location/schema.ts'
import { health } from '../problem/health.ts'
import { rackPart } from '../rack/schema.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { atMost, linkId, moment } from '../shared/fields.ts'
import { pduFields } from './fields.ts'
import { outletConnectionTypes, outletPowers, pduStatuses } from './states.ts'

const date = z.string().describe('Empty when it has not been yet')

export const pduRecord = z.object({
  id: z.int(),
  ...recordShape(pduFields),
  location_id: z.int(),
  location: locationPart,
  rack: rackPart,
  total_port: z.int(),
  using_port: z.int().describe('Outlets that feed a server or are in service'),
  status: z.enum(pduStatuses),
  status_info: z.object({ fault: z.string().optional() }).describe('Details of issues'),
  last_update: date,
  last_success_update: date,
  snmp_params: snmpParamsPart,
  secrets_set: z.array(z.string()).describe('Secrets that are known; they are never returned: snmp_params.community'),
  health,
  version: z.int(),
})
export type Pdu = z.infer<typeof pduRecord>

export const pduPortRecord = z.object({
  id: z.int(),
  identity: z.int().describe('Number of the outlet on the PDU'),
  pdu: z.int(),
  name: z.string(),
  power_status: z.enum(outletPowers),
  load_watt: z.int().nullable(),
  read_at: moment.nullable().describe('When its device was last read; without that lately its state is unknown'),
  connection_type: z.enum(outletConnectionTypes),
  connection_type_info: z.string(),
  note: z.string(),
  is_service: z.boolean(),
  server: z
    .object({
      id: z.int(),
      name: z.string(),
      rack: z.int().describe('0 when it stands in none'),
      connection_id: z.int(),
      is_protected: z.boolean(),
    })
    .optional()
    .describe('Server that the outlet feeds; absent when it feeds none'),
  task_id: z.int().nullable().describe('Task that is switching the outlet'),
  fault: z.string().nullable().describe('Why the last switching failed'),
  gone: z.boolean().describe('The last poll did not find it'),
  version: z.int(),
})
export type PduPort = z.infer<typeof pduPortRecord>

export const pduConnectionRecord = z.object({
  id: z.int(),
  server: z.int(),
  server_name: z.string(),
  pdu: z.int(),
  pdu_name: z.string(),
  pdu_port: z.int(),
  port_identity: z.string(),
  power_status: z.enum(outletPowers),
  read_at: moment.nullable().describe('When its device was last read; without that lately its state is unknown'),
})

const placement = { rack: linkId, snmp_params: snmpParams.optional() }

export const pduCreate = z.strictObject({ ...createShape(pduFields), ...placement })
export type PduCreate = z.infer<typeof pduCreate>
export const pduEdit = z.strictObject({ ...editShape(pduFields), ...placement }).partial()
export type PduEdit = z.infer<typeof pduEdit>

export const pduPortEdit = z.strictObject({ note: atMost(1500)(z.string()).optional() })
export type PduPortEdit = z.infer<typeof pduPortEdit>

export const pduConnect = z.strictObject({ server_id: linkId, pdu_port_id: linkId })
export type PduConnect = z.infer<typeof pduConnect>
