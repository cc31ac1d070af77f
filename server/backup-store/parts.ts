import type { LocationFiles } from '../drivers/backup-location/types.ts'
import type { SealPool } from './seal-pool.ts'

/** What the parts of a store work with. */
export type StoreParts = {
  files: LocationFiles
  pool: SealPool
  /** Bytes of a piece of a disk. */
  chunkBytes: number
  /** Seconds by the clock of the location. */
  now: () => number
}

/** What is done with one file at a time over the connection, at once. */
const AT_ONCE = 32

/** Does something with each of many, some at once; the first failure ends it when what is under way has ended. */
export async function eachOf<T>(
  many: Iterable<T> | AsyncIterable<T>,
  act: (one: T) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const under = new Set<Promise<void>>()
  const faults: unknown[] = []
  for await (const one of many) {
    const task: Promise<void> = act(one)
      .catch((fault: unknown) => void faults.push(fault))
      .finally(() => under.delete(task))
    under.add(task)
    if (under.size >= atOnce) await Promise.race(under)
    if (faults.length > 0) break
  }
  await Promise.all(under)
  if (faults.length > 0) throw faults[0]
}
