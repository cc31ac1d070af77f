import { z } from 'zod'
import { isoStatuses } from '../iso/kinds.ts'
import { health } from '../problem/health.ts'
import { recordShape } from '../shared/field-schema.ts'
import { hostFields } from './fields.ts'
import { rescue } from './rescue.ts'
import { hostConditions } from './rules.ts'
import { mailMode } from './schema.ts'

const nullableInt = z.int().nullable()
const nullableText = z.string().nullable()
const addresses = z.array(z.object({ ip: z.string(), interface: z.string() }))
const named = z.object({ id: z.int(), name: z.string() })

/** A virtual machine as lists and single reads show it. */
export const hostRecord = z.object({
  id: z.int(),
  ...recordShape(hostFields),
  internal_name: z.string(),
  state: z.string(),
  /** True while a task of it runs or waits; `action` names the one that runs. */
  disabled: z.boolean(),
  action: nullableText,
  /** Actions under way, the running one first: its task, and the state and owner that it will leave. */
  queue: z.array(
    z.object({
      task: z.int(),
      action: z.string(),
      leaves: z.enum(hostConditions),
      owner: z.int().optional(),
      rescue: z.boolean().optional(),
    }),
  ),
  /** Its creation came to its end once; a crashed VM that is not built can only be created again or deleted. */
  is_built: z.boolean(),
  /** Why it is crashed, or what failed last: step, cause, and the task; null when fine or dismissed. */
  fault: z.object({ task: z.int().optional(), action: z.string(), step: nullableText, msg: z.string() }).nullable(),
  create_date: nullableText,
  expand_part: nullableText,
  send_email_mode: mailMode,
  ip_automation: nullableText,
  ip_summary: nullableText,
  os_name: nullableText,
  os_group: nullableText,
  login_user: z.string(),
  cpu_number: z.int(),
  cpu_number_new: nullableInt,
  cpu_mode: nullableText,
  cpu_custom_model: nullableText,
  cpu_percent: nullableInt,
  /** Of the fullest file system of its guest, as its agent reports every five minutes; null when it does not. */
  disk_percent: nullableInt,
  /** Bytes a second at the last reading, both ways; null when it is older than a minute. */
  disk_now: nullableInt,
  net_now: nullableInt,
  ram_mib: z.int(),
  ram_mib_new: nullableInt,
  ram_used_mib: nullableInt,
  /** Fields that were changed while it ran, and that it takes over at its next start. */
  waits_for_start: z.array(z.string()),
  /** Why its guest takes over its network at its next start only; null when it has. */
  network_waits: nullableText,
  disk_count: z.int(),
  uptime: nullableInt,
  hot_plug_cell_counter: nullableInt,
  net_bandwidth_mbitps: nullableInt,
  cpu_weight: nullableInt,
  io_weight: nullableInt,
  io_read_mbitps: nullableInt,
  io_write_mbitps: nullableInt,
  io_read_iops: nullableInt,
  io_write_iops: nullableInt,
  net_in_mbitps: nullableInt,
  net_out_mbitps: nullableInt,
  net_weight: nullableInt,
  tcp_connections_in: nullableInt,
  tcp_connections_out: nullableInt,
  process_number: nullableInt,
  snapshot_count: z.int(),
  snapshot_curr: nullableInt,
  net_bandwidth_mbitps_changed: z.boolean(),
  net_is_synced: z.boolean(),
  rescue_mode: z.boolean(),
  /** The rescue system that it starts instead of its own. */
  rescue: rescue.nullable(),
  iso_mounted: z.boolean(),
  iso_reboot: z.boolean(),
  iso_status: z.enum(isoStatuses).nullable(),
  iso: z
    .object({
      id: z.int(),
      name: z.string(),
      waits: z.string().nullable().describe('Why the drive gets it at the next start only'),
      leaving: z.boolean().describe('It is being ejected'),
    })
    .nullable()
    .describe('What is in the drive for ISO images, or about to be'),
  nesting: z.boolean().nullable(),
  anti_spoofing: z.boolean().nullable(),
  anti_spoofing_settings: z.object({ vlan: z.boolean() }).nullable(),
  has_noname_iface: z.boolean(),
  balancer_mode: z.enum(['off', 'cluster']).nullable(),
  tags: z.array(z.string()),
  ip4: addresses,
  ip6: addresses,
  interfaces: z.array(
    z.object({ host_interface: z.string(), mac: z.string(), node_interface: z.int(), dhcp: z.boolean() }),
  ),
  node: z
    .object({
      id: z.int(),
      name: z.string(),
      ip_addr: z.string().optional().describe('For administrators'),
      live_migration_allowed: z.boolean(),
      maintenance_mode: z.boolean(),
      hot_plug_memory: z.boolean(),
    })
    .nullable(),
  cluster: z.object({
    id: z.int(),
    name: z.string(),
    virtualization_type: z.string(),
    datacenter_type: z.string(),
    image_storage_path: z.string(),
    manage_disk_enabled: z.boolean(),
  }),
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  disk: z.object({ id: z.int(), disk_mib: z.int(), disk_mib_new: nullableInt }).nullable(),
  vxlan: z.object({ id: z.int(), name: z.string(), tag: z.int() }).nullable(),
  firewall_rules: z
    .array(
      z.object({
        action: z.enum(['drop']),
        direction: z.enum(['in', 'out']),
        protocols: z.array(z.enum(['tcp', 'udp'])),
        portstart: z.int(),
        portend: z.int(),
      }),
    )
    .nullable(),
  vm5_restrictions: z
    .object({
      net_iface_count: z.boolean(),
      nat_or_extra: z.boolean(),
      ipv6: z.boolean(),
      unsupported_storage: z.boolean(),
      iso: z.boolean(),
      snapshot: z.boolean(),
    })
    .nullable(),
  linked_clone_image: named.nullable(),
  os: named.nullable(),
  /** What its size was taken from. */
  preset: named.nullable(),
  health,
  version: z.int(),
})
export type Host = z.infer<typeof hostRecord>

export const historyRecord = z.object({
  id: z.int(),
  name: z.string(),
  date_create: z.string(),
  state: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** The account that did it, shown to administrators and to itself. */
  user: z.string().optional(),
  task: z.int().optional(),
})
