import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { hostFilter } from '../host-filter/schema.ts'
import { createShape, editShape } from '../shared/field-schema.ts'
import { absentIfEmpty, nodeFolder } from '../shared/fields.ts'
import { interfaceName } from '../shared/network-fields.ts'
import { nodeFields } from './fields.ts'

const full = ['name', 'cluster', 'ip', 'ssh_port', 'password'] as const

/** Which interface of the node carries which network of the cluster: 0 is the main one. */
const interfaceMapping = z
  .array(
    z
      .strictObject({
        node_interface: absentIfEmpty(interfaceName),
        cluster_interface: z.int().min(0).max(1).optional(),
      })
      .refine(
        (one) => !one.node_interface === (one.cluster_interface === undefined),
        rule`node_interface and cluster_interface go together`,
      ),
  )
  .transform((list) =>
    list.flatMap(({ node_interface, cluster_interface }) =>
      !node_interface || cluster_interface === undefined ? [] : [{ node_interface, cluster_interface }],
    ),
  )
  .refine(
    (list) => new Set(list.map((one) => one.cluster_interface)).size === list.length,
    rule`each interface of the cluster once`,
  )
export type InterfaceMapping = z.infer<typeof interfaceMapping>

/** Attaching a node, or attaching it again by its id. */
export const nodeCreate = z
  .strictObject({
    ...createShape(nodeFields),
    id: z.int().optional(),
    name: absentIfEmpty(z.string().min(nodeFields.name.min).max(nodeFields.name.max)),
    cluster: z.int().optional(),
    ip: absentIfEmpty(z.ipv4()),
    ssh_port: z
      .int()
      .refine((port) => port >= 1 && port <= 65535, rule`from 1 to 65535`)
      .optional(),
    password: z.string().optional(),
    ssh_user: absentIfEmpty(
      z.string().refine((text) => /^[a-z_][a-z0-9_-]{0,31}$/.test(text), rule`a user name of the node`),
    ),
    host_max: z.int().optional(),
    host_storage: z.strictObject({ path: absentIfEmpty(nodeFolder), tags: z.array(z.int()).optional() }).optional(),
    image_storage_path: z
      .string()
      .refine((text) => text === '' || nodeFolder.safeParse(text).success, rule`an absolute path`)
      .optional(),
    lvm_vg_rename: z.boolean().optional(),
    interfaces: interfaceMapping.optional(),
    host_filter: hostFilter.optional(),
    network_autosetup_disabled: z.boolean().default(false),
  })
  .superRefine((body, ctx) => {
    if (body.id !== undefined) return
    for (const field of full)
      if (body[field] === undefined)
        ctx.addIssue({ code: 'custom', path: [field], message: rule`required when no id of a known node is given` })
  })
  .meta({ anyOf: [{ required: ['id'] }, { required: [...full] }] })
export type NodeCreate = z.infer<typeof nodeCreate>

export const nodeEdit = z.strictObject({
  ...editShape(nodeFields),
  open_vswitch: z.boolean().optional(),
  host_filter: hostFilter.optional(),
  values: z.looseObject({}).optional(),
})
export type NodeEdit = z.infer<typeof nodeEdit>

export const nodeAttached = z.object({
  id: z.int(),
  task: z.int(),
  storages_task: z.int().nullable(),
  finish_task: z.int().nullable(),
  storages_tasks: z.int().nullable(),
})
