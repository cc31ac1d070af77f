import { z } from 'zod'
import { clearings, operationTypes } from '../operation/kinds.ts'
import { moment } from '../shared/fields.ts'

/** All drives that were meant are cleared; some; none. */
export const erasureResults = ['erased', 'partly', 'failed'] as const
export type ErasureResult = (typeof erasureResults)[number]

/** Cleared and verified; not; not known by any number, and so left as it is. */
export const driveResults = ['erased', 'failed', 'left'] as const

/** How a drive is cleared: its signatures and ends, by its own means, or written over. */
export const erasureMethods = ['signatures', 'nvme_format', 'ata_secure_erase', 'discard', 'overwrite'] as const

const drive = z.object({
  model: z.string(),
  serial: z.string(),
  wwn: z.string(),
  bytes: z.int().nullable(),
  method: z.enum(erasureMethods).nullable().describe('What cleared it; null: nothing did'),
  tried: z.array(z.enum(erasureMethods)),
  started: moment.nullable(),
  ended: moment.nullable(),
  samples: z.int().describe('Places that were read afterwards and held zeros only'),
  result: z.enum(driveResults),
})
export type ErasedDrive = z.infer<typeof drive>

/** All that a certificate says. It is sealed as it stands here, so a change of this shape needs another `version`. */
export const certificateContent = z.object({
  version: z.literal(1),
  number: z.string(),
  operation: z.object({ id: z.int(), type: z.enum(operationTypes), clear_hdd: z.enum(clearings) }),
  result: z.enum(erasureResults),
  reason: z.string().nullable().describe('Why it is not all'),
  server: z.object({
    id: z.int(),
    name: z.string(),
    vendor: z.string(),
    product: z.string(),
    serial: z.string(),
    platform: z.string(),
  }),
  place: z.object({ location: z.string(), rack: z.string().nullable(), unit: z.int().nullable() }),
  owner: z.string().nullable().describe('Owner of the server at that time'),
  started_by: z.string(),
  began: moment,
  ended: moment,
  live_system: z.string().nullable(),
  drives: z.array(drive),
})
export type CertificateContent = z.infer<typeof certificateContent>

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, ordered(part)]),
  )
}

/** The one text of a certificate, of which the SHA-256 is sealed: JSON without blanks, names in order. */
export const canonical = (content: unknown): string => JSON.stringify(ordered(content))
