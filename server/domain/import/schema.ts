import { z } from 'zod'

/** What can be imported, in the order in which one needs the other. */
export const importKinds = [
  'location',
  'cpu_socket',
  'platform',
  'rack',
  'chassis',
  'vlan',
  'switch',
  'pdu',
  'server',
  'ippool',
  'ipnet',
  'range',
  'ip',
  'switch_connection',
  'pdu_connection',
] as const
export type ImportKind = (typeof importKinds)[number]

export const importFormats = ['csv', 'yaml'] as const
export type ImportFormat = (typeof importFormats)[number]

export const MOST_BYTES = 5 * 1024 * 1024
export const MOST_ROWS = 10_000
/** Rows that an answer carries; faults come first. */
export const MOST_TOLD = 1000

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

export const importOutcomes = ['create', 'update', 'same', 'skip', 'error'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const importRow = z.object({
  line: z.int().describe('In the file, from 1'),
  kind: z.enum(importKinds),
  name: z.string().describe('What tells the record: "Oslo / A-01"'),
  outcome: z.enum(importOutcomes),
  changes: z.array(z.string()).describe('Columns that change'),
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
