import { z } from 'zod'
import { createShape, recordShape } from '../shared/field-schema.ts'
import { tagFields } from './fields.ts'

/** A tag beside what carries it. */
export const tagRef = z.object({
  id: z.int(),
  ...recordShape(tagFields),
  immortal: z.boolean().describe('It cannot be deleted'),
})

/** A tag with the storages that carry it, and the clusters that these are attached to. */
export const tagRecord = z.object({
  ...tagRef.shape,
  storages: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      type: z.string(),
      cluster: z.array(z.object({ id: z.int(), name: z.string(), virtualization_type: z.string() })),
    }),
  ),
})
export type Tag = z.infer<typeof tagRecord>

export const tagCreate = z.strictObject(createShape(tagFields))
export type TagCreate = z.infer<typeof tagCreate>
