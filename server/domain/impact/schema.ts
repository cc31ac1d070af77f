import { z } from 'zod'

/** What can fail. `outlet` is one of a PDU, `port` one of a switch. */
export const impactKinds = ['outlet', 'pdu', 'port', 'switch', 'rack', 'server', 'node'] as const
export type ImpactKind = (typeof impactKinds)[number]

/** dark: off; cut: runs without network; less: keeps running with less redundancy. */
export const verdicts = ['dark', 'cut', 'less'] as const
export type Verdict = (typeof verdicts)[number]

/** How many of each are named; the numbers count all. */
export const MOST_NAMED = 50

const verdict = z.enum(verdicts)
const count = z.int().min(0)
const share = z.object({ lost: count, left: count })

export const impactAnswer = z.object({
  about: z.object({ kind: z.enum(impactKinds), id: z.int(), name: z.string() }),
  counts: z.object({
    dark: count.describe('Servers that go off'),
    cut: count.describe('Servers that run on but cannot be reached'),
    less: count.describe('Servers that keep going on their other feeds and links'),
    nodes: count,
    hosts: count.describe('VMs that go off or cannot be reached'),
    addresses: count,
    owners: count,
  }),
  servers: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      verdict,
      power: share.describe('Outlets'),
      links: share.describe('Switch ports'),
      owner_email: z.string().nullable(),
    }),
  ),
  nodes: z.array(z.object({ id: z.int(), name: z.string(), verdict, host_count: count })),
  hosts: z.array(z.object({ id: z.int(), name: z.string(), node: z.string(), owner_email: z.string() })),
  addresses: z.array(z.object({ id: z.int(), name: z.string(), used_by: z.string() })),
  owners: z.array(z.object({ id: z.int(), email: z.string(), servers: count, hosts: count })),
})
export type Impact = z.infer<typeof impactAnswer>
