import type { Snapshot } from '../../../server/domain/snapshot/schema.ts'

/** A snapshot of a large disk on a slow node takes a while; its memory is not kept. */
export const LONGEST_MINUTES = 15

type Calls = {
  /** Asks for the snapshot and answers its id. */
  take: () => Promise<number>
  /** What became of it; undefined: it was called off. */
  read: (id: number) => Promise<Pick<Snapshot, 'state' | 'fault'> | undefined>
  /** Waits until it is worth reading again. */
  pause: () => Promise<void>
}
export type Kept = { as: 'ok' } | { as: 'fail'; fault: string | null } | { as: 'gone' | 'slow' }

/**
 * Takes a snapshot and settles when it is known what became of it: that it was asked for is not enough to lose what it is of. Throws
 * what the calls throw, and the reason of the signal.
 */
export async function keepFirst({ take, read, pause }: Calls, signal: AbortSignal): Promise<Kept> {
  const id = await take()
  for (const end = Date.now() + LONGEST_MINUTES * 60_000; ; await pause()) {
    signal.throwIfAborted()
    const found = await read(id)
    signal.throwIfAborted()
    if (!found) return { as: 'gone' }
    if (found.state === 'ok') return { as: 'ok' }
    if (found.state === 'fail') return { as: 'fail', fault: found.fault }
    if (Date.now() > end) return { as: 'slow' }
  }
}
