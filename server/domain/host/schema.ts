import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { recipeParams } from '../recipe/schema.ts'
import { createShape, editShape } from '../shared/field-schema.ts'
import { absentIfEmpty } from '../shared/fields.ts'
import { macText } from '../shared/network-fields.ts'
import { hostFields } from './fields.ts'
import { clusterInterface, customInterface, interfaceModel } from './network.ts'
import { LEAST_GUEST_PASSWORD } from './password-length.ts'
import { tuning } from './tuning.ts'

export const hostName = createShape(hostFields).name

/** Kept until there is mail. */
export const mailMode = z.enum(['default', 'saas_only'])

/** One line: it is typed at a prompt, and written into a file of the guest. */
export const guestPassword = z
  .string()
  .min(LEAST_GUEST_PASSWORD)
  .max(255)
  .refine((text) => !/\p{Cc}/u.test(text), rule`One line, without control characters`)

const bounded = (most: number) => z.string().refine((text) => text.length <= most, rule`At most ${most} characters`)
const expandPart = bounded(255)

export const diskInput = z.strictObject({
  size_mib: z.int().min(1),
  boot_order: z.int().min(1),
  name: absentIfEmpty(bounded(255).min(1)),
  expand_part: expandPart.optional(),
  storage: z.int().optional(),
  tags: z.array(z.int()).optional(),
})

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
  send_email_mode: mailMode.optional(),
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
  send_email_mode: mailMode.optional(),
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

export const hostClone = z.strictObject({
  name: absentIfEmpty(hostName as z.ZodType<string, string>).describe(
    'Of the clone; absent: that of the VM with "-clone" behind it',
  ),
  password: absentIfEmpty(guestPassword).describe("Of the clone's login user; absent: passwords stay as they are"),
  comment: z.string().max(4000).optional(),
})
export type HostClone = z.infer<typeof hostClone>
