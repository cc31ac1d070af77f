import { z } from 'zod'
import { clearings, operationTypes } from '../operation/kinds.ts'
import { moment } from '../shared/fields.ts'
import { certificateContent, erasureMethods, erasureResults } from './certificate.ts'

/** A certificate in lists. */
export const certificateRow = z.object({
  id: z.int(),
  number: z.string(),
  operation: z.int(),
  server: z.object({ id: z.int(), name: z.string().describe('As it was then') }),
  server_gone: z.boolean().describe('There is no such server any more'),
  type: z.enum(operationTypes).nullable().describe('Of the operation; null: the certificate was tampered with'),
  clear_hdd: z.enum(clearings).nullable().describe('How the drives were to be cleared'),
  methods: z.array(z.enum(erasureMethods)).describe('What cleared its drives'),
  started_by: z.string(),
  result: z.enum(erasureResults),
  serials: z.array(z.string()).describe('Of its drives'),
  created_at: moment,
})
export type CertificateRow = z.infer<typeof certificateRow>

export const certificateRecord = certificateRow.extend({ content: certificateContent, sha256: z.string() })
export type Certificate = z.infer<typeof certificateRecord>

/**
 * What is wrong with a certificate: `content` is not what was sealed; `columns`, by which it is found, say something else; `entry`: the audit chain has no record
 * of it; `chain`: that record was changed; `head`: the head of the chain is missing or forged.
 */
export const certificateFaults = ['content', 'columns', 'entry', 'chain', 'head'] as const

export const certificateCheck = z.object({
  unchanged: z.boolean(),
  faults: z.array(z.enum(certificateFaults)),
  entry: z.int().nullable().describe('Number of its record in the audit chain'),
  sealed: z.boolean().describe('The chain is sealed beyond that record; it takes a moment'),
  sha256: z.string().describe('Of the certificate as it is now'),
})
export type CertificateCheck = z.infer<typeof certificateCheck>
