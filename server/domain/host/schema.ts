import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { recipeParams } from '../recipe/schema.ts'
import { createShape, editShape } from '../shared/field-schema.ts'
import { absentIfEmpty } from '../shared/fields.ts'
import { interfaceName, ipText, macText } from '../shared/network-fields.ts'
import { hostFields } from './fields.ts'
import { tuning } from './tuning.ts'

export const hostName = createShape(hostFields).name

/** One line: it is typed at a prompt, and written into a file of the guest. */
export const guestPassword = z
  .string()
  .min(6)
  .max(255)
  .refine((text) => !/\p{Cc}/u.test(text), rule`One line, without control characters`)

const bounded = (most: number) => z.string().refine((text) => text.length <= most, rule`At most ${most} characters`)
const expandPart = bounded(255)

const interfaceModel = z.enum(['virtio', 'rtl8139', 'e1000', 'e1000e'])

export const diskInput = z.strictObject({
  size_mib: z.int().min(1),
  boot_order: z.int().min(1),
  name: absentIfEmpty(bounded(255).min(1)),
  expand_part: expandPart.optional(),
  storage: z.int().optional(),
  tags: z.array(z.int()).optional(),
})

const clusterInterface = z
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

const oneOfInterface = [['ip_name'], ['ip_count'], ['ippool', 'ipv6_prefix'], ['dhcp'], ['no_ip'], ['vxlan']] as const

const customInterface = z
  .strictObject({
    name: z.string().optional(),
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
    ipv6_prefix: z.int().min(32).max(125).optional(),
    no_ip: z.boolean().optional(),
    without_allocation: z.boolean().optional(),
    vxlan: z.int().optional(),
  })
  .refine(
    (v) => oneOfInterface.some((group) => group.every((field) => v[field] !== undefined)),
    rule`one of ip_name, ip_count, ippool with ipv6_prefix, dhcp, no_ip or vxlan is required`,
  )
  .meta({ anyOf: oneOfInterface.map((required) => ({ required: [...required] })) })

export const hostCreate = z.strictObject({
  ...createShape(hostFields),
  cluster: z.int().optional(),
  node: z.int().optional(),
  storage: z.int().optional(),
  account: z.int().optional(),
  preset: z.int().nullable().optional(),
  os: z.int().optional(),
  image: z.int().optional(),
  linked_clone: z.boolean().default(false),
  expand_part: expandPart.nullable().optional(),
  recipe_list: z
    .array(z.strictObject({ recipe: z.int().optional(), recipe_params: recipeParams.optional() }))
    .optional(),
  recipe: z.int().nullable().optional(),
  recipe_params: recipeParams.optional(),
  ignore_recipe_filters: z.boolean().default(false),
  password: absentIfEmpty(guestPassword),
  ram_mib: z.int().optional(),
  hdd_mib: z.int().optional(),
  cpu_number: z.int().optional(),
  disks: z.array(diskInput).min(1).optional(),
  net_bandwidth_mbitps: z.int().nullable().optional(),
  ip_addr: z
    .strictObject({
      name: z.string(),
      ip_pool: z.int().optional(),
      ip_network: z.int().optional(),
      without_allocation: z.boolean().optional(),
    })
    .optional(),
  ipv6_enabled: z.boolean().optional(),
  ipv6_pool: z.array(z.int()).optional(),
  ipv6_prefix: z.int().min(32).max(125).optional(),
  ipv4_pool: z.array(z.int()).optional(),
  ipv4_number: z.int().optional(),
  interfaces: z.array(clusterInterface).optional(),
  custom_interfaces: z.array(customInterface).optional(),
  vxlan: z
    .array(
      z.strictObject({
        id: z.int(),
        ipv4_number: z.int(),
        ipnet: z.int(),
        mac: macText.optional(),
        model: interfaceModel.optional(),
      }),
    )
    .optional(),
  send_email_mode: z.enum(['default', 'saas_only']).optional(),
  ...tuning,
})
export type HostCreate = z.infer<typeof hostCreate>

/** Body of a reinstallation: without a system it gets its present one anew. */
export const hostReinstall = z.strictObject({
  os: z.int().optional(),
  image: z.int().optional(),
  recipe_list: hostCreate.shape.recipe_list,
  recipe: z.int().optional(),
  recipe_params: recipeParams.optional(),
  ignore_recipe_filters: z.boolean().default(false),
  send_email_mode: z.enum(['default', 'saas_only']).optional(),
  password: absentIfEmpty(guestPassword),
  comment: bounded(4000).optional(),
})
export type HostReinstall = z.infer<typeof hostReinstall>

export const hostEdit = z.strictObject({
  ...editShape(hostFields),
  ha_restore_on_fail: z.boolean().optional(),
  ha_restore_priority: z.int().min(1).max(999).optional(),
  expand_part: expandPart.optional(),
  balancer_mode: z.enum(['off', 'cluster']).optional(),
  values: z
    .strictObject({
      password: absentIfEmpty(guestPassword),
      vnc_password: absentIfEmpty(z.string().min(6).max(255)),
      state: z.string().optional(),
      state_updated_date: z.string().optional(),
      guest_agent: z.boolean().optional(),
      vnc_port: z.int().optional(),
      property: z.looseObject({}).optional(),
      start_date: z.int().optional(),
    })
    .optional(),
})
export type HostEdit = z.infer<typeof hostEdit>

/** Body of the power calls: `force` and `host_id` are sent by field clients; the id is the path's. */
export const powerBody = z.strictObject({ force: z.boolean().optional(), host_id: z.int().optional() })

export const hostRescue = z.strictObject({
  rescue_mode: z.boolean(),
  password: absentIfEmpty(guestPassword).describe('Of the rescue system; without one its owner comes in by SSH keys'),
})
export type HostRescue = z.infer<typeof hostRescue>
