import { z } from 'zod'
import { issueOf, rule } from '../../shared/rule.ts'
import { filterEntities, readItem } from './read.ts'

const MOST_ITEMS = 32
const LONGEST = 2000

/** Which VMs may be created there: each condition has to hold. */
export const hostFilter = z
  .array(
    z
      .strictObject({
        entity: z.enum(filterEntities).optional(),
        expression: z
          .string()
          .refine((text) => text.length <= LONGEST, rule`at most ${LONGEST} characters`)
          .optional(),
      })
      .superRefine((item, ctx) => {
        const read = readItem(item)
        if ('fault' in read) ctx.addIssue({ ...issueOf(read.fault), path: ['expression'] })
      }),
  )
  .refine((list) => list.length <= MOST_ITEMS, rule`at most ${MOST_ITEMS}`)
