import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { netconfParams, snmpParams, sshParams } from '../device/params.ts'
import { createShape, editShape } from '../shared/field-schema.ts'
import { atMost, linkId } from '../shared/fields.ts'
import { switchFields } from './fields.ts'
import { adminStatuses, duplexes, operStatuses, speeds, speedTypes } from './port.ts'

const params = {
  snmp_params: snmpParams.optional(),
  ssh_params: sshParams.optional(),
  netconf_params: netconfParams.optional(),
}

export const switchCreate = z.strictObject({ ...createShape(switchFields), ...params, rack: linkId })
export type SwitchCreate = z.infer<typeof switchCreate>
const edited = { ...editShape(switchFields), ...params }
export const switchEdit = z.strictObject(edited)
export type SwitchEdit = z.infer<typeof switchEdit>

const vlan = z.int().min(1).max(4094)
const vlans = z
  .array(z.int())
  .refine((list) => list.length <= 4094, rule`at most 4094 VLANs`)
  .refine((list) => list.every((id) => id >= 1 && id <= 4094), rule`VLAN numbers go from 1 to 4094`)

/** These fields are written to the device; the note is stored in the panel only. */
export const portEdit = z.strictObject({
  duplex: z.enum(duplexes).optional(),
  speed: z.enum(speeds).optional(),
  note: atMost(1500)(z.string()).optional(),
  vlan_id: vlan.optional(),
  is_trunk: z.boolean().optional(),
  trunk_members: vlans.optional(),
})
export type PortEdit = z.infer<typeof portEdit>

const info = {
  duplex: z.enum(duplexes).optional(),
  speed: z.enum(speeds).optional(),
  admin_status: z.enum(adminStatuses).optional(),
  oper_status: z.enum(operStatuses).optional(),
  description: atMost(500)(z.string()).optional(),
}
/** Last reading of a port. */
export const portInfo = z.strictObject(info)
export type PortInfo = z.infer<typeof portInfo>

const ifIndex = z
  .string()
  .refine((text) => /^[1-9]\d{0,9}$/.test(text), rule`the interface index of the device in digits`)
/** Last reading of a whole switch. */
export const switchInfo = z.strictObject({
  switch_port_info: z
    .array(z.strictObject({ ...edited, ...info, if_index: ifIndex, speed_type: z.enum(speedTypes) }).partial())
    .refine((list) => list.length <= 4096, rule`at most 4096 ports`)
    .optional(),
})
export type SwitchInfo = z.infer<typeof switchInfo>

const connectionTypeInfo = atMost(500)(z.string()).optional().describe('What the port serves')
export const serviceMark = z.strictObject({ is_service: z.boolean(), connection_type_info: connectionTypeInfo })
export type ServiceMark = z.infer<typeof serviceMark>
export const uplinkMark = z.strictObject({ is_uplink: z.boolean() })

export const switchConnect = z.strictObject({
  server_id: linkId,
  switch_port_id: linkId,
  do_not_collect_traffic: z.boolean().optional(),
})
export type SwitchConnect = z.infer<typeof switchConnect>

/** What can be changed without pulling the cable. */
export const switchConnectionEdit = z.strictObject({ do_not_collect_traffic: z.boolean() })
export type SwitchConnectionEdit = z.infer<typeof switchConnectionEdit>
