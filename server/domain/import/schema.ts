import { z } from 'zod'
import { queryFlag } from '../shared/fields.ts'
import { textRecord } from '../shared/text-record.ts'
import { importFormats, importKinds, importOutcomes, MOST_TOLD } from './kinds.ts'

/** Parameters of an import; the file itself is the body of the request. */
export const importAsked = z.strictObject({
  format: z.enum(importFormats),
  kind: z.enum([...importKinds, 'all']).describe('all: a YAML document with a list for each kind'),
  on_error: z
    .enum(['stop', 'skip'])
    .default('stop')
    .describe('stop: one faulty row, and nothing is kept; skip: what fits is kept'),
  existing: z.enum(['update', 'skip']).default('update').describe('What is done with records that are there already'),
})
export type ImportAsked = z.infer<typeof importAsked>

export const importQuery = importAsked.extend({
  dry_run: queryFlag.default(true).describe('Tries everything and keeps nothing'),
})
export type ImportQuery = z.infer<typeof importQuery>

const importRow = z.object({
  line: z.int().describe('In the file, from 1'),
  kind: z.enum(importKinds),
  name: z.string().describe('What tells the record: "Oslo / A-01"'),
  outcome: z.enum(importOutcomes),
  changes: z
    .array(z.object({ field: z.string(), from: z.string(), to: z.string() }))
    .describe('Columns that change, with the beginning of both values; of new records and secrets only the column'),
  errors: z.array(
    z.object({
      field: z.string().describe('Column; empty when it is about the row'),
      words: z.string(),
      text: textRecord.describe('The words with what is filled in apart'),
    }),
  ),
})
export type ImportRow = z.infer<typeof importRow>

const count = z.int().min(0)
export const importAnswer = z.object({
  applied: z.boolean().describe('False after a dry run, and when a fault stopped it'),
  total: count,
  counts: z.object({ create: count, update: count, same: count, skip: count, error: count }),
  rows: z.array(importRow).describe(`At most ${MOST_TOLD}, those with errors first, none that stay the same`),
})
export type ImportAnswer = z.infer<typeof importAnswer>

export const storedImport = importAsked.extend({
  id: z.int(),
  task: z.int(),
  answer: importAnswer.nullable().describe('null until it is over; also when its task ended with a fault'),
})
export type StoredImport = z.infer<typeof storedImport>
