import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { atMost } from '../shared/fields.ts'
import { interfaceName, ipText, isDomain, macText } from '../shared/network-fields.ts'
import { cpuModes } from './cpu-modes.ts'
import { interfaceModel } from './network.ts'
import { diskInput, hostCreate } from './schema.ts'
import { firewallRule, tuning } from './tuning.ts'

const nullableInt = z.int().nullable()
const nullableText = z.string().nullable()
const named = z.object({ id: z.int(), name: z.string() })
const address = z.object({ ip_addr: z.string(), ippool_id: nullableInt, interface: nullableText })

/** What it takes to make a VM like this one again: for programs that back it up or move it. */
export const hostMetadata = z.object({
  id: z.int(),
  internal_name: z.string(),
  name: z.string(),
  domain: nullableText,
  comment: nullableText,
  state: z.object({ name: z.string(), disabled: z.boolean().describe('It is switched off') }),
  os: z.object({ id: z.int().optional(), name: nullableText }),
  preset: nullableInt,
  account: z.object({ id: z.int() }),
  cluster: named,
  node: z.object({ id: z.int().optional(), name: z.string().optional(), ip_addr: z.string().optional() }),
  base_resources: z.object({ cpu_number: z.int(), ram_mib: z.int() }),
  tuned_resources: z
    .looseObject({
      cpu_mode: z.enum(cpuModes),
      cpu_custom_model: nullableText,
      nesting: z.boolean(),
      anti_spoofing: z.boolean(),
      firewall_rules: z.array(firewallRule),
      net_bandwidth_mbitps: nullableInt,
      efi_boot: z.boolean(),
      secure_boot: z.boolean(),
      hot_plug: z.boolean(),
      live_resize: z.boolean(),
      spice_enabled: z.boolean(),
      spice_additional_enabled: z.boolean(),
      snapshot_ram: z.boolean(),
      snapshots_allowed: z.boolean(),
      snapshot_limit: z.int().optional(),
    })
    .describe('Limits and settings as the creation takes them; of weights and limits those that are set'),
  disks: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      size_mib: z.int(),
      boot_order: z.int(),
      expand_part: nullableText,
      storage: named,
      tags: z.array(z.int()),
    }),
  ),
  interfaces: z.array(
    z.object({
      name: z.string(),
      mac: z.string(),
      model: z.string(),
      bridge: z.string(),
      dhcp: z.boolean(),
      is_main_network: z.boolean(),
    }),
  ),
  ipv4: z.array(address),
  ipv6: z.array(address),
})
export type HostMetadata = z.infer<typeof hostMetadata>

const withId = z.looseObject({ id: z.int().optional() })
export const savedDisk = z.looseObject({
  size_mib: diskInput.shape.size_mib,
  boot_order: diskInput.shape.boot_order.optional(),
  expand_part: diskInput.shape.expand_part.nullable(),
  storage: withId.optional(),
})
const savedAddress = z.looseObject({
  ip_addr: ipText,
  ippool_id: nullableInt.optional(),
  interface: nullableText.optional(),
})
const savedInterface = z.looseObject({
  name: z.string().optional(),
  mac: macText.nullable().optional(),
  model: interfaceModel.optional(),
  bridge: interfaceName.nullable().optional(),
  dhcp: z.boolean().optional(),
  is_main_network: z.boolean().optional(),
})

/** Metadata as they were saved; what only told how the VM was kept is passed over. */
export const savedHost = z.looseObject({
  name: hostCreate.shape.name.optional(),
  domain: hostCreate.shape.domain.nullable(),
  comment: z.string().nullable().optional(),
  os: withId.optional(),
  preset: z.int().nullable().optional(),
  account: withId.optional(),
  cluster: withId.optional(),
  node: withId.optional(),
  /** The first name is spelled as in the documents of the API. */
  base_resources: z
    .looseObject({ cpu_numer: z.int().optional(), cpu_number: z.int().optional(), ram_mib: z.int().optional() })
    .optional(),
  tuned_resources: z.looseObject({}).optional(),
  disks: z.array(savedDisk).optional(),
  interfaces: z.array(savedInterface).optional(),
  ipv4: z.array(savedAddress).optional(),
  /** A list, or an object as older metadata have it. */
  ipv6: z.union([z.array(savedAddress), z.looseObject({})], 'a list of addresses').optional(),
})
export type SavedHost = z.infer<typeof savedHost>

/** As that of a new VM. Its bound is not in the document. */
const domain = atMost(255)(z.string()).refine((text) => text === '' || isDomain(text), rule`not a domain name`)

const { os: _, name: __, comment: ___, ...documented } = savedHost.shape
const byId = z.strictObject({ id: z.int().optional() }).optional()
/** As `GET` answers them, in `metadata`, or each by itself, which counts instead. */
export const createFromMetadata = z.strictObject({
  ...documented,
  account: byId,
  cluster: byId,
  node: byId,
  domain: domain.optional(),
  disks: z.array(z.looseObject({})).optional(),
  base_resources: z
    .strictObject({ cpu_numer: z.int().optional(), cpu_number: z.int().optional(), ram_mib: z.int().optional() })
    .optional(),
  metadata: z.looseObject({}).optional(),
})
export type CreateFromMetadata = z.infer<typeof createFromMetadata>

/** The settings that a creation takes; others are passed over. */
export const tunedResources = z.object({
  ...tuning,
  ...hostCreate.pick({
    net_bandwidth_mbitps: true,
    efi_boot: true,
    secure_boot: true,
    hot_plug: true,
    live_resize: true,
    spice_enabled: true,
    spice_additional_enabled: true,
    snapshot_ram: true,
    snapshots_allowed: true,
    snapshot_limit: true,
  }).shape,
})
