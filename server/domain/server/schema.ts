import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { createShape, editShape } from '../shared/field-schema.ts'
import { linkId } from '../shared/fields.ts'
import { MAC } from '../shared/mac.ts'
import { serverFields } from './fields.ts'

/** Where it stands and what it is made of. */
const build = {
  platform: linkId,
  rack: linkId.optional(),
  unit: z.int().min(1).max(99).optional(),
  chassis: linkId.optional(),
  slot: z.int().min(1).max(32).optional(),
  mac: z
    .array(z.string().regex(MAC, rule`six bytes in hexadecimal with colons`))
    .refine((list) => list.length <= 64, rule`at most 64 addresses`)
    .optional(),
  settings: z.strictObject({ efi: z.boolean().optional() }).optional(),
}

/** A rack server needs rack and unit, a blade chassis and slot. */
export const serverCreate = z.strictObject({ ...createShape(serverFields), ...build })
export type ServerCreate = z.infer<typeof serverCreate>

export const serverEdit = z.strictObject({ ...editShape(serverFields), ...build }).partial()
export type ServerEdit = z.infer<typeof serverEdit>

export const serverOwner = z.strictObject({ owner: linkId })
export const serverNode = z.strictObject({ node: linkId.nullable() })
export const serverMaintenance = z.strictObject({ maintenance: z.boolean() })
