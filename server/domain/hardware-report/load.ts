import { z } from 'zod'

const count = z.int().nonnegative()

const loadTest = z.discriminatedUnion('test', [
  /** Every processor worked out the same checksum; `mib` is what all of them went through. */
  z.object({ test: z.literal('cpu'), ok: z.boolean(), cpus: count, wrong: count, mib: count }),
  /** So much was filled and read twice. */
  z.object({ test: z.literal('memory'), ok: z.boolean(), mib: count }),
  /** The beginning of a disk, past the caches. */
  z.object({
    test: z.literal('disk'),
    ok: z.boolean(),
    serial: z.string().max(255),
    mib: count,
    mib_per_s: count.nullable(),
  }),
])

/** What the tests under load found, one entry each and one a disk. */
export const loadResult = z.array(loadTest).max(256)
export type LoadResult = z.infer<typeof loadResult>
