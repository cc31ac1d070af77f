import { z } from 'zod'
import { hostFilterRecord } from '../cluster/record.ts'
import { health } from '../problem/health.ts'
import { recordShape } from '../shared/field-schema.ts'
import { nodeFields } from './fields.ts'

const share = { total: z.int(), used: z.int() }

export const nodeRecord = z.object({
  id: z.int(),
  ...recordShape(nodeFields),
  state: z.string(),
  ip: z.string(),
  ip_addr: z.string(),
  port: z.int(),
  ssh_user: z.string(),
  vnc_addr: z.string().nullable(),
  host_count: z.int(),
  cluster: z.object({ data_center: z.string().nullable(), id: z.int(), name: z.string(), time_zone: z.string() }),
  storage_mib: z.object(share),
  ram_mib: z.object({ ...share, allocated: z.int() }),
  cpu: z.object({ number: z.int(), used: z.int() }),
  vm: z.object({ total: z.int(), active: z.int(), stopped: z.int(), crashed: z.int(), estimated: z.int() }),
  maintenance_mode: z.boolean(),
  hetzner_ipv6_enabled: z.boolean(),
  can_be_reconnect: z.boolean(),
  maintenance: z
    .object({
      id: z.int(),
      state: z.enum(['planned', 'evacuation', 'wait_exit', 'return', 'evacuation_failed', 'return_failed', 'done']),
      is_cancelled: z.boolean(),
      created_date: z.string(),
      execution_date: z.string().nullable(),
    })
    .nullable(),
  interfaces: z.array(z.object({ node_interface: z.string(), network_switch: z.string(), id: z.int() })),
  host_filter: hostFilterRecord,
  spice_error: z.object({}).nullable(),
  ha_state: z.string().nullable(),
  ha_error: z.string().nullable(),
  /** The bridge that new VMs are put on. */
  main_bridge: z.string().nullable(),
  capabilities: z.array(z.string()).describe('What VMs on it can have beyond what all nodes give'),
  disabled_os: z.array(z.int()).describe('Systems that are not used on it'),
  unavailable_since: z.string().nullable(),
  /** CPU load of the node, over all processors. */
  cpu_percent: z.int(),
  health,
  version: z.int(),
})
export type Node = z.infer<typeof nodeRecord>
