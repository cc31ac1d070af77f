import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { atMost } from '../location/schema.ts'
import { linkId, orEmpty } from '../shared/fields.ts'
import { MAC } from '../shared/mac.ts'

const fields = {
  name: z.string().min(1).max(49).regex(/^[^ ]/, rule`must not begin with a space`),
  platform: linkId,
  domain: orEmpty(z.hostname()).optional(),
  rack: linkId.optional(),
  unit: z.int().min(1).max(99).optional(),
  chassis: linkId.optional(),
  slot: z.int().min(1).max(32).optional(),
  mac: z
    .array(z.string().regex(MAC, rule`six bytes in hexadecimal with colons`))
    .refine((list) => list.length <= 64, rule`at most 64 addresses`)
    .optional(),
  barcode: atMost(200)(z.string()).optional(),
  note: z.string().max(1500).optional(),
  settings: z.strictObject({ efi: z.boolean().optional() }).optional(),
}

/** A rack server needs rack and unit, a blade chassis and slot. */
export const serverCreate = z.strictObject(fields)
export type ServerCreate = z.infer<typeof serverCreate>

export const serverEdit = z
  .strictObject({
    ...fields,
    is_new: z.boolean().optional(),
    is_protected: z.boolean().optional(),
    configuration: atMost(500)(z.string()).optional(),
  })
  .partial()
export type ServerEdit = z.infer<typeof serverEdit>

export const serverOwner = z.strictObject({ owner: linkId })
export const serverNode = z.strictObject({ node: linkId.nullable() })
export const serverMaintenance = z.strictObject({ maintenance: z.boolean() })
