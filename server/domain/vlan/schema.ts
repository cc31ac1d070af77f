import { z } from 'zod'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { adminStatuses, connectionTypes, duplexes, operStatuses, speeds } from '../switch/port.ts'
import { vlanFields } from './fields.ts'

/** A VLAN of a location. Its id is the number in the frames: unique within the location, not beyond. */
export const vlanRecord = z.object({
  ...recordShape(vlanFields),
  location_id: z.int(),
  location_name: z.string(),
  members_count: z.int(),
  version: z.int(),
})
export type Vlan = z.infer<typeof vlanRecord>

export const vlanCreate = z.strictObject(createShape(vlanFields))
export type VlanCreate = z.infer<typeof vlanCreate>
export const vlanEdit = z.strictObject(editShape(vlanFields))
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
