import { z } from 'zod'

/** Kinds of objects that the search knows. */
export const foundKinds = [
  'server',
  'host',
  'node',
  'rack',
  'switch',
  'pdu',
  'chassis',
  'port',
  'vlan',
  'ip',
  'network',
  'pool',
  'location',
  'cluster',
  'image',
  'spare',
  'user',
] as const
export type FoundKind = (typeof foundKinds)[number]

export const searchQuery = z.strictObject({
  search: z
    .string()
    .max(200)
    .describe(
      'A name, an address, a MAC address in any spelling, a serial number, a barcode, a model, an owner, a port',
    ),
  kind: z.enum(foundKinds).optional().describe('Only objects of this kind'),
})
export type SearchQuery = z.infer<typeof searchQuery>

const found = z.object({
  kind: z.enum(foundKinds),
  id: z.int(),
  within: z.int().nullable().describe('The location of a VLAN, the switch of a port'),
  name: z.string(),
  facts: z.array(z.string().nullable()).describe('Where it is, or what hangs on it'),
  field: z.string().describe('Where the text was found'),
  value: z.string(),
  rest: z.string().describe('A word beside the object, which may be what to do with it: restart web-1'),
  rank: z.int().describe('0 for what is the text itself; the greater, the less it is that'),
})
export type FoundObject = z.infer<typeof found>

export const searchAnswer = z.object({ list: z.array(found).describe('The best first') })
