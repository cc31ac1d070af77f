import { z } from 'zod'
import { moment } from '../shared/fields.ts'
import { healthLevels, problemKinds } from './kinds.ts'

/** How an object is, worked out from the list of problems. */
export const health = z.object({
  level: z.enum(healthLevels).describe('unknown: nothing is known to be wrong, but nothing was read lately either'),
  count: z.int().describe('Faults and warnings'),
  kind: z.enum(problemKinds).nullable().describe('Kind of the worst of them, as the list of problems has it'),
  cause: z.string().nullable().optional().describe('Of the worst of them, in words; for administrators only'),
  since: moment
    .nullable()
    .describe('Since when it is not well; of an unknown one when it was last read. Null: not known'),
})
export type Health = z.infer<typeof health>
