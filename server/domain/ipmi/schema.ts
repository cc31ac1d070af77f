import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { health } from '../problem/health.ts'
import { powerStatuses } from '../server/states.ts'
import { MAC } from '../shared/mac.ts'
import { ipmiTypes } from './kinds.ts'
import { ipmiStatuses, sensorHealths } from './states.ts'

const date = z.string().describe('Empty when it has not been yet')
const port = z.int().min(1).max(65_535)

const adminsOnly = 'For administrators only'

export const ipmiRecord = z.object({
  id: z.int(),
  server: z.int(),
  server_name: z.string(),
  location_id: z.int(),
  type: z.enum(ipmiTypes),
  ip: z.string().optional().describe(adminsOnly),
  port: z.int().nullable().optional().describe(`${adminsOnly}; null: the usual one of its kind`),
  web_port: z.int().nullable().optional().describe(`${adminsOnly}; null: 443, of AMT 16993`),
  mac: z.string().optional().describe(adminsOnly),
  username: z.string().optional().describe(adminsOnly),
  identity: z.string().nullable().optional().describe(`${adminsOnly}; what was pinned when it was first met`),
  vendor: z.string(),
  model: z.string(),
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

const fields = {
  ip: z.ipv4(),
  username: z.string().min(1).regex(/^[^ ]/, rule`must not begin with a space`),
  password: z.string(),
  type: z.enum(ipmiTypes).optional(),
  mac: z
    .string()
    .refine((text) => text === '' || MAC.test(text), rule`six bytes in hexadecimal with colons`)
    .optional()
    .describe('Empty: not known'),
  port: port.nullable().optional().describe('null: the usual one of its kind'),
}

export const ipmiCreate = z.strictObject(fields)
export type IpmiCreate = z.infer<typeof ipmiCreate>
export const ipmiEdit = z.strictObject(fields).partial()
export type IpmiEdit = z.infer<typeof ipmiEdit>
export const ipmiWeb = z.strictObject({ web_port: port.nullable().describe('null: the usual one of its kind') })
