import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { editShape, recordShape } from '../shared/field-schema.ts'
import { hostText, portText } from '../shared/network-fields.ts'
import { osFields } from './fields.ts'
import { imageStates } from './tags.ts'

const productKey = z
  .string()
  .max(30)
  .refine(
    (text) => text === '' || /^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){4}$/.test(text),
    rule`a product key: five groups of five letters or digits with hyphens between them`,
  )

export const osEdit = z.strictObject({
  ...editShape(osFields),
  clusters: z.array(z.int()).optional(),
  product_key: productKey.optional().describe('Only of Windows systems; empty: none'),
  kms_ip: hostText.optional().describe('Only of Windows systems; empty: none'),
  kms_port: portText.optional().describe('Empty: 1688'),
})
export type OsEdit = z.infer<typeof osEdit>

/** A system that can be installed, as the catalogue shows it. */
export const osRecord = z.object({
  id: z.int(),
  ...recordShape(osFields),
  repository: z.string(),
  repository_id: z.int(),
  updated_at: z.string().nullable(),
  tags: z.array(z.string()),
  state: z.string(),
  product_key: z.string().nullable().describe('Never shown: null'),
  has_product_key: z.boolean(),
  kms_supported: z.boolean().describe('It is Windows: product key and KMS server are passed to its guests'),
  kms_ip: z.string().nullable(),
  kms_port: z.string().nullable(),
  is_lxd_image: z.boolean(),
  clusters: z.array(z.object({ id: z.int(), name: z.string(), updated_at: z.string() })),
  nodes: z.array(z.object({ id: z.int(), name: z.string(), ip_addr: z.string(), ssh_port: z.int() })),
  hdd_mib_required: z.int().nullable(),
  min_ram_mib: z.int().nullable(),
  efi_boot: z.boolean(),
  size_bytes: z.int(),
  version: z.int(),
})
export type Os = z.infer<typeof osRecord>

/** A node of the clusters on which a system is available. */
export const osNodeRecord = z.object({
  id: z.int(),
  name: z.string(),
  node_state: z.string(),
  cluster: z.object({ id: z.int(), name: z.string() }),
  state: z.enum(imageStates).describe('Of the image on the node'),
  disabled: z.boolean().describe('The system is not used on the node'),
  fault: z.string().nullable().describe('Why the image was not removed last time'),
  updated_at: z.string().nullable().describe('When the image was brought there'),
})
export type OsNode = z.infer<typeof osNodeRecord>
