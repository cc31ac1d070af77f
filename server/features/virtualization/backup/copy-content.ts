import { randomBytes } from 'node:crypto'
import type { Piece } from '../../../backup-store/put.ts'
import type { Store } from '../../../backup-store/store.ts'
import {
  emptyIndex,
  type Index,
  idAt,
  pieceBytes,
  pieceCount,
  setId,
} from '../../../protocols/chunk-store/index-file.ts'
import { chunksOf, type StoredDisk } from './read-disk.ts'

/** Pieces that are fetched at once. */
const AHEAD = 6

type Options = {
  subject: string
  /** An earlier backup of the disk in both places: what is equal there is taken over. */
  parents: { from: Index; to: Index } | null
  progress: (share: number) => void
  /** Told the name of the index before it is written. */
  note: (file: string) => Promise<void>
  signal: AbortSignal
}

/** Copies a backup of a disk from one store to another, whose chunks have other names and perhaps another size. */
export async function copyContent(
  from: { store: Store; index: Index },
  to: Store,
  { subject, parents, progress, note, signal }: Options,
): Promise<StoredDisk> {
  const index = emptyIndex({ size: from.index.size, chunk_bytes: to.chunkBytes })
  const taken = parents && (await takeOver(from.index, parents, to, index))
  const count = pieceCount(index)
  async function* content(): AsyncGenerator<Piece> {
    const ahead: { piece: number; data: Promise<Buffer | null> }[] = []
    for (let piece = 0; piece < count || ahead.length > 0; piece++) {
      signal.throwIfAborted()
      if (piece < count && !taken?.has(piece)) {
        const data = rangeOf(from, piece * index.chunk_bytes, pieceBytes(index, piece))
        data.catch(() => {})
        ahead.push({ piece, data })
      }
      if (ahead.length < AHEAD && piece < count - 1) continue
      const next = ahead.shift()
      if (!next) continue
      progress(next.piece / count)
      const data = await next.data
      if (data) yield { piece: next.piece, data }
    }
  }
  const totals = await to.putChunks(content(), index)
  const file = randomBytes(16).toString('hex')
  await note(file)
  const { digest, bytes } = await to.putIndex({ subject, backup: file }, index)
  return {
    file,
    digest: digest.toString('hex'),
    read_bytes: totals.read_bytes,
    stored_bytes: totals.stored_bytes + bytes,
  }
}

/** Pieces whose chunks the target has already, by an earlier backup that lies in both. */
async function takeOver(
  source: Index,
  parents: { from: Index; to: Index },
  to: Store,
  index: Index,
): Promise<Set<number> | null> {
  const alike = [source, parents.from, parents.to].every(({ chunk_bytes }) => chunk_bytes === index.chunk_bytes)
  if (!alike) return null
  const missing = new Set((await to.keepChunks(chunksOf(parents.to))).map((id) => id.toString('hex')))
  const taken = new Set<number>()
  for (let piece = 0; piece < pieceCount(index); piece++) {
    if (piece >= pieceCount(parents.from) || piece >= pieceCount(parents.to)) break
    const [now, before, there] = [idAt(source, piece), idAt(parents.from, piece), idAt(parents.to, piece)]
    if (!now || !before || !there || !now.equals(before) || missing.has(there.toString('hex'))) continue
    if (pieceBytes(index, piece) !== pieceBytes(parents.to, piece)) continue
    setId(index, piece, there)
    taken.add(piece)
  }
  return taken
}

/** Bytes of a backup, whatever the size of its pieces; null when all of them are holes. */
async function rangeOf({ store, index }: { store: Store; index: Index }, offset: number, length: number) {
  const first = Math.floor(offset / index.chunk_bytes)
  const last = Math.floor((offset + length - 1) / index.chunk_bytes)
  if (first === last && length === pieceBytes(index, first)) return store.readPiece(index, first)
  let whole: Buffer | null = null
  for (let piece = first; piece <= last; piece++) {
    const data = await store.readPiece(index, piece)
    if (!data) continue
    whole ??= Buffer.alloc(length)
    const at = piece * index.chunk_bytes - offset
    data.copy(whole, Math.max(0, at), Math.max(0, -at))
  }
  return whole
}
