import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { linkId } from '../shared/fields.ts'
import { interfaceName, ipText, macText } from '../shared/network-fields.ts'

export const interfaceModels = ['virtio', 'rtl8139', 'e1000', 'e1000e'] as const
export const interfaceModel = z.enum(interfaceModels)

/**
 * How a guest gets its addresses. `guest_agent`: at once by its agent, and by cloud-init at its next start; `cloud_init`: at its next
 * start alone; `none`: the panel leaves the guest alone.
 */
export const ipAutomations = ['guest_agent', 'cloud_init', 'none'] as const
export type IpAutomation = (typeof ipAutomations)[number]

export const interfaceStates = ['ok', 'creating', 'changing', 'deleting'] as const

/** An interface of a VM as lists show it. */
export const interfaceRecord = z.object({
  id: z.int(),
  name: z.string(),
  mac: z.string(),
  model: interfaceModel,
  bridge: z.string(),
  bridge_id: z.int().nullable().describe('Null where the node no longer has the bridge'),
  ip: z.array(z.string()).describe('Addresses, and subnets with their prefix length'),
  dhcp: z.boolean(),
  no_ip: z.boolean(),
  is_main_network: z.boolean(),
  cluster_interface: z.int().nullable().describe('0 is the main network of the cluster; null: a bridge of its own'),
  state: z.enum(interfaceStates),
  vxlan: z.int().nullable(),
})
export type InterfaceRecord = z.infer<typeof interfaceRecord>

/** Two to fifteen characters: a name that Linux takes. An empty one is chosen by the panel. */
const name = z
  .string()
  .refine(
    (text) => text === '' || /^[A-Za-z][A-Za-z0-9_.-]{1,14}$/.test(text),
    rule`2 to 15 letters and digits, a letter first`,
  )

const bits = z.int().min(32).max(125)

const groups = [['ip_name'], ['ip_count'], ['ippool', 'ipv6_subnet'], ['dhcp'], ['no_ip']] as const

/** Body of "add an interface". */
export const interfaceCreate = z
  .strictObject({
    name: name.optional(),
    mac: macText.optional(),
    model: interfaceModel.optional(),
    bridge: interfaceName.optional(),
    bridge_id: z.int().optional(),
    dhcp: z.boolean().optional(),
    is_main_network: z.boolean().optional(),
    ippool: z.int().optional(),
    ip_count: z.int().optional(),
    ip_name: ipText.optional(),
    ipv6_subnet: bits.optional(),
    no_ip: z.boolean().optional(),
    vxlan: z.int().optional(),
  })
  .refine(
    (v) =>
      v.vxlan !== undefined ||
      (v.is_main_network !== undefined && groups.some((group) => group.every((field) => v[field] !== undefined))),
    rule`is_main_network with ip_name, ip_count, ippool and ipv6_subnet, dhcp or no_ip is required`,
  )
  .meta({
    anyOf: [...groups.map((fields) => ({ required: ['is_main_network', ...fields] })), { required: ['vxlan'] }],
  })
export type InterfaceCreate = z.infer<typeof interfaceCreate>

/** An interface of one's own in the body of a new VM. */
const customGroups = [['ip_name'], ['ip_count'], ['ippool', 'ipv6_prefix'], ['dhcp'], ['no_ip'], ['vxlan']] as const
export const customInterface = z
  .strictObject({
    name: name.optional(),
    mac: macText.nullable().optional(),
    model: interfaceModel.optional(),
    bridge: interfaceName.nullable().optional(),
    bridge_id: z.int().optional(),
    dpg_id: z.int().optional(),
    dhcp: z.boolean().optional(),
    is_main_network: z.boolean().optional(),
    ippool: z.int().optional(),
    ip_count: z.int().optional(),
    ip_name: ipText.optional(),
    ip_network: z.int().optional(),
    ipv6_prefix: bits.optional(),
    no_ip: z.boolean().optional(),
    without_allocation: z.boolean().optional(),
    vxlan: z.int().optional(),
  })
  .refine(
    (v) => customGroups.some((group) => group.every((field) => v[field] !== undefined)),
    rule`one of ip_name, ip_count, ippool with ipv6_prefix, dhcp, no_ip or vxlan is required`,
  )
  .meta({ anyOf: customGroups.map((required) => ({ required: [...required] })) })
export type CustomInterface = z.infer<typeof customInterface>

/** A network of the cluster in the body of a new VM, and of new addresses. */
export const clusterInterface = z
  .strictObject({
    cluster_interface: z.int().min(0).max(1).optional(),
    ipv4_number: z.int().optional(),
    ipv4_pool: z.array(z.int()).optional(),
    ip_name: ipText.optional(),
    without_allocation: z.boolean().default(false),
  })
  .refine(
    (v) => v.cluster_interface !== undefined && (v.ipv4_number !== undefined || v.ip_name !== undefined),
    rule`cluster_interface with ipv4_number or ip_name is required`,
  )
  .meta({ anyOf: [{ required: ['cluster_interface', 'ipv4_number'] }, { required: ['cluster_interface', 'ip_name'] }] })

export const interfaceEdit = z.strictObject({ bridge_id: z.int().optional(), model: interfaceModel.optional() })
export type InterfaceEdit = z.infer<typeof interfaceEdit>

/** Body of "add addresses". */
export const addressesAdd = z.strictObject({
  host_interface: z.string().optional(),
  ip_addr: z
    .strictObject({
      name: z.string().optional(),
      ip_pool: linkId.optional(),
      ip_network: linkId.optional(),
      without_allocation: z.boolean().optional(),
    })
    .optional(),
  ipv6_pool: z.array(z.int()).optional(),
  ipv6_prefix: bits.optional(),
  ipv6_enabled: z.boolean().optional(),
  ipv4_pool: z.array(z.int()).optional(),
  ipv4_number: z.int().optional(),
  interfaces: z.array(clusterInterface).optional(),
  vxlan: z
    .array(z.strictObject({ id: z.int().optional(), ipv4_number: z.int().optional(), ipnet: z.int().optional() }))
    .optional(),
})
export type AddressesAdd = z.infer<typeof addressesAdd>

export const ipAutomationBody = z.strictObject({
  ip_automation_type: z
    .string()
    .refine((text) => (ipAutomations as readonly string[]).includes(text), rule`guest_agent, cloud_init or none`),
})

export const ipv6Info = z.object({
  ipv6_enabled: z.boolean().describe('Whether it has IPv6 addresses'),
  ipv6_ptr_enabled: z.boolean().describe('Whether there is a name server for reverse records'),
  ipv6_prefix: z.int().nullable().describe('Length of the subnet that it has; null without one'),
  last_notify: z.int(),
})
