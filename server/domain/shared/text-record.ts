import { z } from 'zod'
import type { TextRecord } from '../../shared/text.ts'

/** A sentence with what is filled in apart, as answers carry it. */
export const textRecord: z.ZodType<TextRecord> = z.object({
  template: z.string(),
  get values() {
    return z.array(z.union([z.string(), z.number(), textRecord]))
  },
})
