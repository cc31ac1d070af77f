import type { Store } from '../../../../backup-store/store.ts'
import { type Index, idAt, pieceBytes } from '../../../../protocols/chunk-store/index-file.ts'
import { ALLOCATION } from '../../../../protocols/nbd/regions.ts'
import type { NbdSource } from '../../../../protocols/nbd/source.ts'
import { allocation, type Extent } from '../../../../protocols/nbd/wire.ts'
import { unlessAborted } from '../../../../shared/abort.ts'

/** Pieces of a disk that are held: file systems read the same places again and again. */
const HELD_BYTES = 64 << 20

/** The content of a backup as a disk that can be read anywhere. */
export function contentSource(store: Pick<Store, 'readPiece'>, index: Index): NbdSource {
  // In the order in which they were last wanted; a piece that several wait for is read once.
  const held = new Map<number, Promise<Buffer | null>>()
  const most = Math.max(4, Math.floor(HELD_BYTES / index.chunk_bytes))
  const piece = (number: number): Promise<Buffer | null> => {
    const known = held.get(number)
    held.delete(number)
    const content = known ?? store.readPiece(index, number)
    held.set(number, content)
    content.catch(() => held.get(number) === content && held.delete(number))
    for (const oldest of held.keys()) {
      if (held.size <= most) break
      held.delete(oldest)
    }
    return content
  }
  const isHole = (number: number) => idAt(index, number) === null
  return {
    size: index.size,
    contexts: { [ALLOCATION]: (offset, length) => extentsOf(index, isHole, offset, length) },
    async read(offset, length, signal) {
      const bytes = Buffer.alloc(length)
      for (let at = offset; at < offset + length; ) {
        const number = Math.floor(at / index.chunk_bytes)
        const start = at - number * index.chunk_bytes
        const count = Math.min(pieceBytes(index, number) - start, offset + length - at)
        // A hole is zeros already.
        if (idAt(index, number) !== null) {
          const content = await unlessAborted(piece(number), signal)
          content?.copy(bytes, at - offset, start, start + count)
        }
        at += count
      }
      return bytes
    },
  }
}

/** Alike neighbours are one. */
function extentsOf(index: Index, isHole: (number: number) => boolean, offset: number, length: number): Extent[] {
  const extents: Extent[] = []
  for (let at = offset; at < offset + length; ) {
    const number = Math.floor(at / index.chunk_bytes)
    const end = Math.min(offset + length, (number + 1) * index.chunk_bytes)
    const flags = isHole(number) ? allocation.hole | allocation.zero : 0
    const last = extents.at(-1)
    if (last?.flags === flags) last.length += end - at
    else extents.push({ length: end - at, flags })
    at = end
  }
  return extents
}
