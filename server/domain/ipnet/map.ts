import { z } from 'zod'
import { ipLifecycle } from '../ip/states.ts'

const named = z.object({ id: z.int(), name: z.string() })

/** From here on a piece of a network is shown as summaries. */
export const MAX_CELLS = 1024

/** An address in use, at its place in the shown block. */
export const mapAddress = z.object({
  id: z.int(),
  name: z.string(),
  offset: z.int().describe('Counted from the first address of the block'),
  status: z.enum(ipLifecycle.states),
  domain: z.string(),
  server: named.nullable(),
  host: named.nullable(),
  owner: z.string().nullable().describe('E-mail address'),
})
export type MapAddress = z.infer<typeof mapAddress>

/** What lies where in a network, or in a block of it. */
export const ipnetMap = z.object({
  id: z.int(),
  name: z.string(),
  family: z.literal([2, 10]),
  block: z.string().describe('What is shown, in CIDR form: the network or a part of it'),
  size: z.string(),
  using_ip: z.int().describe('Addresses in use within the block'),
  view: z.enum(['addresses', 'blocks', 'runs']).describe('How much can be shown of a block of this size'),
  reserved: z.array(
    z.object({ name: z.string(), offset: z.int().nullable(), kind: z.enum(['network', 'broadcast', 'gateway']) }),
  ),
  ranges: z
    .array(
      z.object({
        id: z.int(),
        first: z.string(),
        last: z.string(),
        start: z.int().nullable().describe('Offset of its first address within the block, null where that is too far'),
        end: z.int().nullable(),
        pool: named,
      }),
    )
    .describe('Ranges of pools: only their addresses are given without being named'),
  addresses: z.array(mapAddress),
  blocks: z.array(z.object({ name: z.string(), size: z.string(), using_ip: z.int(), in_ranges: z.string() })),
  runs: z
    .array(z.object({ first: z.string(), last: z.string(), count: z.int() }))
    .describe('Consecutive addresses in use'),
  more: z.boolean().describe('Whether runs or ranges were left out'),
})
export type IpnetMap = z.infer<typeof ipnetMap>
