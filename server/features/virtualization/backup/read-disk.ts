import { randomBytes } from 'node:crypto'
import type { Piece as StoredPiece } from '../../../backup-store/put.ts'
import type { Store } from '../../../backup-store/store.ts'
import type { ExportedDisk } from '../../../drivers/hypervisor/backup-types.ts'
import {
  emptyIndex,
  type Index,
  idAt,
  pieceBytes,
  pieceCount,
  setId,
} from '../../../protocols/chunk-store/index-file.ts'
import { pieces } from '../../../protocols/nbd/regions.ts'
import type { GiveWay } from './give-way.ts'

/** Pieces that are read ahead: with the largest, 32 MiB. */
const DEPTH = 8

export type StoredDisk = { file: string; digest: string; read_bytes: number; stored_bytes: number }
export type ReadOptions = {
  subject: string
  /** Waits until so many bytes more may be stored. */
  pace?: ((bytes: number, signal: AbortSignal) => Promise<void>) | undefined
  /** Waits while the guest is to have its disks to itself; see `giveWay`. */
  giveWay?: GiveWay | undefined
  /** @param share of the disk that is done, 0 to 1 */
  progress: (share: number) => void
  /** Told the name of the index before it is written. */
  note: (file: string) => Promise<void>
  signal: AbortSignal
}

/**
 * Reads a disk into a store and publishes its index.
 * @param given index of the backup since which the disk tells what has changed; null: all of it is read
 */
export async function storeDisk(
  disk: ExportedDisk,
  store: Store,
  given: Index | null,
  options: ReadOptions,
): Promise<StoredDisk> {
  const { progress, pace, giveWay, signal } = options
  const client = await disk.open(signal)
  try {
    const chunk_bytes = store.chunkBytes
    const index = emptyIndex({ size: client.size, chunk_bytes })
    const fits = disk.incremental && given?.chunk_bytes === chunk_bytes
    const parent = fits ? given : null
    const missing = parent
      ? new Set((await store.keepChunks(chunksOf(parent))).map((id) => id.toString('hex')))
      : new Set()
    const count = pieceCount(index)
    async function* changed(): AsyncGenerator<StoredPiece> {
      for await (const piece of pieces(client, { pieceBytes: chunk_bytes, depth: DEPTH, before: giveWay, signal })) {
        progress(piece.index / count)
        if (piece.kind === 'zero') continue
        if (piece.kind === 'data') {
          await pace?.(piece.data.length, signal)
          yield { piece: piece.index, data: piece.data }
          continue
        }
        // A piece at the former end of a disk that has grown since is longer now, and those after it are new.
        const same = parent !== null && sameLength(parent, index, piece.index)
        const id = same ? idAt(parent, piece.index) : null
        if (same && (id === null || !missing.has(id.toString('hex')))) setId(index, piece.index, id)
        else if (!piece.zero)
          yield {
            piece: piece.index,
            data: await client.read(piece.index * chunk_bytes, pieceBytes(index, piece.index), signal),
          }
      }
    }
    const totals = await store.putChunks(changed(), index)
    return await publishIndex(store, index, totals, options)
  } finally {
    client.close()
  }
}

/** Publishes an index under a random name. @param totals of the content that it names */
export async function publishIndex(
  store: Store,
  index: Index,
  { read_bytes, stored_bytes }: { read_bytes: number; stored_bytes: number },
  { subject, note, signal }: Pick<ReadOptions, 'subject' | 'note' | 'signal'>,
): Promise<StoredDisk> {
  signal.throwIfAborted()
  // Random: a worker that was only paused must not write over what another one has published.
  const file = randomBytes(16).toString('hex')
  await note(file)
  const { digest, bytes } = await store.putIndex({ subject, backup: file }, index)
  return { file, digest: digest.toString('hex'), read_bytes, stored_bytes: stored_bytes + bytes }
}

const sameLength = (parent: Index, index: Index, piece: number): boolean =>
  piece < pieceCount(parent) && pieceBytes(parent, piece) === pieceBytes(index, piece)

/** The chunks of an index, each once. */
export function* chunksOf(index: Index): Generator<Buffer> {
  const seen = new Set<string>()
  for (let piece = 0; piece < pieceCount(index); piece++) {
    const id = idAt(index, piece)
    if (!id) continue
    const name = id.toString('latin1')
    if (seen.has(name)) continue
    seen.add(name)
    yield id
  }
}
