import { z } from 'zod'
import { netconfParamsPart, snmpParamsPart, sshParamsPart } from '../device/params.ts'
import { locationPart } from '../location/schema.ts'
import { health } from '../problem/health.ts'
import { rackPart } from '../rack/schema.ts'
import { serverLifecycle } from '../server/states.ts'
import { recordShape } from '../shared/field-schema.ts'
import { moment } from '../shared/fields.ts'
import { switchFields } from './fields.ts'
import { adminStatuses, connectionTypes, duplexes, operStatuses, speeds, speedTypes } from './port.ts'
import { switchStatuses } from './states.ts'

const date = z.string().describe('Empty when it has not been yet')

const reported = z.object({
  description: z.string(),
  location: z.string(),
  contact: z.string(),
  object_id: z.string().describe('sysObjectID'),
  model: z.string(),
  serial: z.string(),
  firmware: z.string(),
})

export const switchRecord = z.object({
  id: z.int(),
  ...recordShape(switchFields),
  location_id: z.int(),
  location: locationPart,
  rack: rackPart,
  total_port: z.int().describe('Ports the switch has'),
  using_port: z.int().describe('Ports that are connected, uplinks or in service'),
  status: z.enum(switchStatuses),
  fault: z.string().nullable().describe('Why the last poll failed'),
  last_update: date.describe('Last poll'),
  last_success_update: date.describe('Last poll that succeeded'),
  server_connection: z.array(
    z.object({ connection_id: z.int(), server_id: z.int(), port_id: z.int(), port_if_index: z.string() }),
  ),
  snmp_params: snmpParamsPart,
  ssh_params: sshParamsPart,
  netconf_params: netconfParamsPart,
  secrets_set: z.array(z.string()).describe('Secrets that are known; they are never returned: snmp_params.community'),
  host_key: z.string().nullable().describe('Fingerprint of the SSH key, pinned at first use'),
  additional_info: reported.partial().describe('What the switch reports of itself; empty until it was read'),
  health,
  version: z.int(),
})
export type Switch = z.infer<typeof switchRecord>

const portState = {
  speed: z.enum(speeds),
  duplex: z.enum(duplexes),
  admin_status: z.enum(adminStatuses),
  oper_status: z.enum(operStatuses),
  description: z.string().describe('What people wrote on the device'),
  read_at: moment.nullable().describe('When its device was last read; without that lately its state is unknown'),
}

export const switchPortRecord = z.object({
  id: z.int(),
  switch: z.int(),
  switch_name: z.string(),
  if_index: z.string(),
  name: z.string().describe('What the device calls the port'),
  mac: z.string().nullable(),
  ...portState,
  speed_type: z.enum(speedTypes),
  connection_type: z.enum(connectionTypes),
  connection_type_info: z.string(),
  connection_id: z.string().describe('Empty when no server is connected'),
  note: z.string(),
  server: z
    .object({
      id: z.int(),
      rack: z.int().describe('0 when it stands in none'),
      domain: z.string(),
      name: z.string(),
      state: z.enum(serverLifecycle.states),
    })
    .nullable()
    .describe('Server at the port'),
  vlan_id: z
    .int()
    .min(1)
    .max(4094)
    .optional()
    .describe('VLAN of the port; the native VLAN in trunk mode; absent while it is not known'),
  is_trunk: z.boolean(),
  trunk_members: z.array(z.int()),
  do_not_collect_traffic: z.boolean(),
  is_uplink: z.boolean(),
  is_service: z.boolean(),
  task_id: z.int().nullable().describe('Task that is changing the port'),
  fault: z.string().nullable().describe('Why the last change failed'),
  gone: z.boolean().describe('The last poll did not find it'),
  aggregate: z.string().nullable().describe('`if_index` of the link aggregation that it is a member of'),
  provisioning: z
    .object({
      operation: z.int().nullable(),
      vlan: z.int(),
      before: z.object({ vlan_id: z.int(), is_trunk: z.boolean(), trunk_members: z.array(z.int()) }),
      fault: z.string().nullable().describe('Why it could not be put back'),
    })
    .nullable()
    .describe('An operation has put it into the provisioning VLAN, and what it had before'),
  version: z.int(),
})
export type SwitchPort = z.infer<typeof switchPortRecord>

export const switchConnectionRecord = z.object({
  id: z.int(),
  server: z.int(),
  server_name: z.string(),
  switch: z.int(),
  switch_name: z.string(),
  switch_port: z.int(),
  port_name: z.string(),
  if_index: z.string(),
  ...portState,
  do_not_collect_traffic: z.boolean(),
})
