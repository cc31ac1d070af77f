import { z } from 'zod'
import { health } from '../problem/health.ts'
import { powerStatuses } from '../server/states.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { ipmiFields } from './fields.ts'
import { ipmiStatuses, sensorHealths } from './states.ts'

const date = z.string().describe('Empty when it has not been yet')
const port = z.int().min(1).max(65_535)

const adminsOnly = 'For administrators only'

export const ipmiRecord = z.object({
  id: z.int(),
  server: z.int(),
  server_name: z.string(),
  location_id: z.int(),
  ...recordShape(ipmiFields),
  ip: z.string().optional().describe(adminsOnly),
  port: z.int().nullable().optional().describe(`${adminsOnly}; null: the usual one of its kind`),
  web_port: z.int().nullable().optional().describe(`${adminsOnly}; null: 443, of AMT 16993`),
  mac: z.string().optional().describe(adminsOnly),
  username: z.string().optional().describe(adminsOnly),
  identity: z.string().nullable().optional().describe(`${adminsOnly}; what was pinned when it was first met`),
  power_status: z.enum(powerStatuses),
  status: z.enum(ipmiStatuses),
  status_info: z.object({ fault: z.string().optional(), identity_changed: z.boolean().optional() }),
  health,
  sensor_health: z.enum(sensorHealths).describe('The worst of its sensors'),
  sensor_health_info: z.string().describe('Which sensors that is about'),
  temperature: z.int().nullable().describe('Of the air that comes in, °C'),
  last_update: date,
  last_success_update: date,
  version: z.int(),
})
export type Ipmi = z.infer<typeof ipmiRecord>

export const ipmiCreate = z.strictObject({ ...createShape(ipmiFields), password: z.string() })
export type IpmiCreate = z.infer<typeof ipmiCreate>
export const ipmiEdit = z.strictObject({ ...editShape(ipmiFields), password: z.string().optional() })
export type IpmiEdit = z.infer<typeof ipmiEdit>
export const ipmiWeb = z.strictObject({ web_port: port.nullable().describe('null: the usual one of its kind') })
