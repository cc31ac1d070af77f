import { z } from 'zod'
import { textRecord } from '../shared/text-record.ts'

/** Texts that may be asked for at once. */
export const MOST_SENTENCES = 100

export const sentenceQuestion = z.strictObject({
  words: z.array(z.string().max(4000)).min(1).max(MOST_SENTENCES).describe('English words as records have them'),
})

export const sentences = z.object({
  list: z.array(z.object({ words: z.string(), text: textRecord.nullable() })),
})
export type Sentences = z.infer<typeof sentences>
