import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { absentIfEmpty, atMost, linkId } from '../shared/fields.ts'
import { imageFields } from './fields.ts'
import { imageLifecycle, imageNodeStates, settableStates } from './states.ts'

const for_all = z.boolean().optional().describe('All accounts may use it; administrators only')
const account = linkId.optional().describe('Owner; administrators only')

export const imageCreate = z.strictObject({
  ...createShape(imageFields),
  account,
  for_all,
  storage: linkId
    .optional()
    .describe(
      'A storage of the kinds Directory or NAS to keep it in; absent: the folder that the cluster has for images',
    ),
  cleared: z
    .boolean()
    .default(true)
    .describe('What makes a system itself is taken out of it: host keys, machine id, logs, histories, keys of people'),
  path_to_answers: atMost(1000)(z.string()).optional(),
})
export type ImageCreate = z.infer<typeof imageCreate>

export const imageEdit = z.strictObject({ ...editShape(imageFields), account, for_all })
export type ImageEdit = z.infer<typeof imageEdit>

export const imageMove = z.strictObject({ source: linkId, destination: linkId })
export const imageCopy = z.strictObject({ node: linkId })
export const imageRelocate = z.strictObject({
  destination: linkId
    .nullable()
    .optional()
    .describe('Storage to keep it in; null or absent: the folder that its cluster has for images'),
})
export const imageSetState = z.strictObject({
  state: absentIfEmpty(
    z.string().refine((text) => settableStates.some((one) => one === text), rule`active or crashed`),
  ),
})
export const imageLimit = z.strictObject({
  image_gib: z.number().refine((value) => value >= -1 && value <= 1e6, rule`from -1 (no limit) to 1000000`),
})

const imageNode = z.object({
  id: z.int(),
  name: z.string(),
  ip_addr: z.string().describe('Administrators only, empty for others'),
  ssh_port: z.int().describe('Administrators only, 0 for others'),
  state: z.enum(imageNodeStates),
  disabled: z.boolean().describe('New VMs on the node are not made of it'),
  fault: z.string().nullable().describe('Why the last change there failed'),
})
const named = z.object({ id: z.int(), name: z.string() })

export const imageRecord = z.object({
  id: z.int(),
  ...recordShape(imageFields),
  account: z.string().nullable().describe('E-mail address of the owner; null: the panel'),
  account_id: z.int().nullable(),
  for_all: z.boolean().describe('All accounts may use it'),
  is_local: z.boolean().describe('Each node has a file of its own'),
  type: z.string(),
  state: z.enum(imageLifecycle.states),
  cleared: z.boolean(),
  linked_clones: z.array(named).describe('VMs that stand on it, as far as the caller may see them'),
  linked_clone_count: z.int(),
  nodes: z.array(imageNode),
  node_count: z.int(),
  storage: named.nullable(),
  password_from_sysprep: z.boolean(),
  size_mib: z.int().describe('Size of the disk that is made of it'),
  size_bytes: z.int().nullable().describe('Size of its file'),
  frozen: z.boolean().nullable().describe('Whether file systems were frozen at the moment; null: the VM was off'),
  os: named.nullable(),
  os_name: z.string(),
  os_group: z.string(),
  login_user: z.string(),
  min_ram_mib: z.int(),
  host: named.nullable().describe('The VM that it was made of, while that exists'),
  host_name: z.string(),
  fault: z.string().nullable(),
  created_at: z.string(),
  version: z.int(),
})
export type Image = z.infer<typeof imageRecord>
