import { z } from 'zod'
import { adminStatuses, operStatuses } from '../switch/port.ts'

/** Maximum number of ports in one matrix; `size` is the actual number. */
export const MATRIX_PORTS = 20_000

/** A switch port as the matrix of VLANs shows it. */
export const matrixPort = z.object({
  id: z.int(),
  switch: z.int(),
  name: z.string(),
  admin_status: z.enum(adminStatuses),
  oper_status: z.enum(operStatuses),
  vlan_id: z.int().nullable().describe('Access VLAN, or the native one of a trunk; null while it is not known'),
  is_trunk: z.boolean(),
  trunk_members: z.array(z.int()),
  is_uplink: z.boolean(),
  provisioning: z.boolean().describe('An operation has put it into the provisioning VLAN'),
  peer: z.string().describe('Server at the port, or what it serves'),
  task_id: z.int().nullable().describe('Task that is changing the port'),
})
export type MatrixPort = z.infer<typeof matrixPort>

export const vlanMatrix = z.object({
  vlans: z.array(z.object({ id: z.int(), name: z.string() })),
  switches: z.array(z.object({ id: z.int(), name: z.string() })),
  ports: z.array(matrixPort).describe(`In the order of switches and ports, ${MATRIX_PORTS} at most`),
  size: z.int().describe('Ports there are'),
})
export type VlanMatrix = z.infer<typeof vlanMatrix>
