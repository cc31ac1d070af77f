import { setTimeout as delay } from 'node:timers/promises'
import type { NbdClient } from './client.ts'
import { pieces } from './regions.ts'

const PIECE_BYTES = 1 << 20
const READ_AHEAD = 8
/** Writes under way at once. */
const WRITES = 8

type Options = {
  /** Bytes a second; null: as fast as it goes. */
  limit: number | null
  /** In bytes, zeros included. */
  onCopied: (done: number, all: number) => void
  signal: AbortSignal
}

/**
 * Copies a whole disk onto one that is as large and reads as zeros. What reads as zeros is not written. All of it is on the disk afterwards.
 * @throws NbdError, the signal's reason
 */
export async function copyDisk(from: NbdClient, to: NbdClient, { limit, onCopied, signal }: Options): Promise<void> {
  if (to.size < from.size) throw new RangeError(`A disk of ${from.size} bytes does not fit on one of ${to.size}`)
  const begun = performance.now()
  const writing: Promise<void>[] = []
  let sent = 0
  try {
    for await (const piece of pieces(from, { pieceBytes: PIECE_BYTES, depth: READ_AHEAD, signal })) {
      onCopied(piece.offset + piece.length, from.size)
      if (piece.kind !== 'data') continue
      sent += piece.length
      const write = to.write(piece.offset, piece.data, signal)
      write.catch(() => {})
      writing.push(write)
      if (writing.length >= WRITES) await writing.shift()
      const early = limit === null ? 0 : (sent / limit) * 1000 - (performance.now() - begun)
      if (early > 1) await delay(early, undefined, { signal })
    }
  } finally {
    await Promise.allSettled(writing)
  }
  for (const write of writing) await write
  await to.flush(signal)
}
