import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { atMost } from '../shared/fields.ts'
import { hostText } from '../shared/network-fields.ts'
import { nameServerFields } from './fields.ts'

export const nameServerStatuses = ['unknown', 'ok', 'fail'] as const

/** A name server for reverse records. Its secret never leaves the panel. */
export const nameServerRecord = z.object({
  id: z.int(),
  ...recordShape(nameServerFields),
  status: z.enum(nameServerStatuses).describe('unknown: not checked yet'),
  fault: z.string().nullable().describe('Why it does not do what it is there for'),
  checked_at: z.string().nullable(),
  record_count: z.int().describe('Reverse records that the panel has written into it'),
  version: z.int(),
})
export type NameServer = z.infer<typeof nameServerRecord>

const address = atMost(253)(hostText).refine((text) => text !== '', rule`must not be empty`)
const secret = atMost(1000)(z.string())
  .optional()
  .describe('Secret of the TSIG key in base64, or the key of the API. Only written, never shown')

export const nameServerCreate = z.strictObject({ ...createShape(nameServerFields), address, secret })
export type NameServerCreate = z.infer<typeof nameServerCreate>
export const nameServerEdit = z.strictObject({ ...editShape(nameServerFields), address: address.optional(), secret })
export type NameServerEdit = z.infer<typeof nameServerEdit>
