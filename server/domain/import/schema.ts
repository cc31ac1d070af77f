import { z } from 'zod'
import { importFormats, importKinds, importOutcomes, MOST_BYTES, MOST_TOLD } from './kinds.ts'

export const importBody = z.strictObject({
  format: z.enum(importFormats),
  kind: z.enum([...importKinds, 'all']).describe('all: a YAML document with a list for each kind'),
  text: z
    .string()
    .refine((text) => new Blob([text]).size <= MOST_BYTES, `at most ${MOST_BYTES / 1024 / 1024} MiB`)
    .describe('The file'),
  dry_run: z.boolean().default(true).describe('Tries everything and keeps nothing'),
  on_error: z
    .enum(['stop', 'skip'])
    .default('stop')
    .describe('stop: one faulty row, and nothing is kept; skip: what fits is kept'),
  existing: z.enum(['update', 'skip']).default('update').describe('What is done with records that are there already'),
})
export type ImportBody = z.infer<typeof importBody>

const importRow = z.object({
  line: z.int().describe('In the file, from 1'),
  kind: z.enum(importKinds),
  name: z.string().describe('What tells the record: "Oslo / A-01"'),
  outcome: z.enum(importOutcomes),
  changes: z
    .array(z.object({ field: z.string(), from: z.string(), to: z.string() }))
    .describe('Columns that change, with the beginning of both values; of new records and secrets only the column'),
  errors: z.array(
    z.object({ field: z.string().describe('Column; empty when it is about the row'), words: z.string() }),
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
