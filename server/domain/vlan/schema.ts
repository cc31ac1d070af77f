import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { adminStatuses, connectionTypes, duplexes, operStatuses, speeds } from '../switch/port.ts'

/** A VLAN of a location. Its id is the number in the frames: unique within the location, not beyond. */
export const vlanRecord = z.object({
  id: z.int().describe('VLAN number, unique within the location'),
  location_id: z.int(),
  location_name: z.string(),
  name: z.string(),
  note: z.string(),
  members_count: z.int(),
  version: z.int(),
})
export type Vlan = z.infer<typeof vlanRecord>

const name = z
  .string()
  .min(1)
  .max(49)
  .regex(/^[A-Za-z0-9_-]+$/, rule`letters, digits, underscores and hyphens`)
const note = z.string().max(1500).optional()

export const vlanCreate = z.strictObject({ id: z.int().min(1).max(4094), name, note })
export type VlanCreate = z.infer<typeof vlanCreate>
export const vlanEdit = z.strictObject({ name: name.optional(), note })
export type VlanEdit = z.infer<typeof vlanEdit>

const named = z.object({ id: z.int(), name: z.string() })

/** A switch port that belongs to a VLAN. */
export const vlanMember = z.object({
  id: z.int(),
  name: z.string(),
  connection_type: z.enum(connectionTypes),
  connection_type_info: z.string(),
  connection_id: z.string(),
  admin_status: z.enum(adminStatuses),
  oper_status: z.enum(operStatuses),
  speed: z.enum(speeds),
  duplex: z.enum(duplexes),
  note: z.string(),
  description: z.string(),
  is_trunk: z.boolean(),
  trunk_members: z.array(z.int()),
  is_uplink: z.boolean(),
  is_service: z.boolean(),
  do_not_collect_traffic: z.boolean(),
  vlan: z.object({ vlan_id: z.int(), vlan_name: z.string() }),
  server: named.nullable(),
  switch: named,
})
