import { z } from 'zod'
import { hostFilter, nodeFolder } from '../cluster/schema.ts'

const name = z.string().min(2).max(255)
const full = ['name', 'cluster', 'ip', 'ssh_port', 'password'] as const

/** Attaching a node, or attaching it again by its id. */
export const nodeCreate = z
  .strictObject({
    id: z.int().optional(),
    name: name.optional(),
    cluster: z.int().optional(),
    ip: z.ipv4().optional(),
    ssh_port: z
      .int()
      .refine((port) => port >= 1 && port <= 65535, 'from 1 to 65535')
      .optional(),
    password: z.string().optional(),
    ipv6: z
      .string()
      .refine((text) => text === '' || z.ipv6().safeParse(text).success, 'an IPv6 address')
      .optional(),
    ssh_user: z
      .string()
      .refine((text) => /^[a-z_][a-z0-9_-]{0,31}$/.test(text), 'a user name of the node')
      .optional(),
    host_max: z.int().optional(),
    host_storage: z.strictObject({ path: nodeFolder.optional(), tags: z.array(z.int()).optional() }).optional(),
    image_storage_path: z
      .string()
      .refine((text) => text === '' || nodeFolder.safeParse(text).success, 'an absolute path')
      .optional(),
    comment: z.string().optional(),
    overselling: z.number().min(0.5).max(5).optional(),
    vcpu_limit: z.int().min(-1).optional(),
    lvm_vg_rename: z.boolean().optional(),
    interfaces: z
      .array(
        z.strictObject({ node_interface: z.string().optional(), cluster_interface: z.int().min(0).max(1).optional() }),
      )
      .optional(),
    host_limit: z.int().min(-1).optional(),
    host_filter: hostFilter.optional(),
    network_autosetup_disabled: z.boolean().default(false),
  })
  .superRefine((body, ctx) => {
    if (body.id !== undefined) return
    for (const field of full)
      if (body[field] === undefined)
        ctx.addIssue({ code: 'custom', path: [field], message: 'required when no id of a known node is given' })
  })
  .meta({ anyOf: [{ required: ['id'] }, { required: [...full] }] })
export type NodeCreate = z.infer<typeof nodeCreate>

export const nodeEdit = z.strictObject({
  host_creation_blocked: z.boolean().optional(),
  open_vswitch: z.boolean().optional(),
  comment: z.string().optional(),
  name: name.optional(),
  overselling: z.number().min(0.5).max(5).optional(),
  ipv6: z.string().optional(),
  host_limit: z.int().min(-1).optional(),
  host_filter: hostFilter.optional(),
  vcpu_limit: z.int().min(-1).optional(),
  values: z.object({}).optional(),
})
export type NodeEdit = z.infer<typeof nodeEdit>

export const nodeAttached = z.object({
  id: z.int(),
  task: z.int(),
  storages_task: z.int().nullable(),
  finish_task: z.int().nullable(),
  storages_tasks: z.int().nullable(),
})
