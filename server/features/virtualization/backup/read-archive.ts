import type { Piece } from '../../../backup-store/put.ts'
import type { Store } from '../../../backup-store/store.ts'
import type { ExportedArchive } from '../../../drivers/hypervisor/backup-types.ts'
import { ID_BYTES } from '../../../protocols/chunk-store/chunk.ts'
import { emptyIndex, MOST_PIECES, pieceCount } from '../../../protocols/chunk-store/index-file.ts'
import { layOut, mostLaidOut } from '../../../protocols/tar-layout/lay-out.ts'
import { publishIndex, type ReadOptions, type StoredDisk } from './read-disk.ts'

/**
 * Reads the archive of a container into a store and publishes its index. All of it is read each time; what is laid out as it was before is stored
 * already (ADR 57).
 */
export async function storeArchive(archive: ExportedArchive, store: Store, options: ReadOptions): Promise<StoredDisk> {
  const { pace, progress, signal } = options
  const chunk_bytes = store.chunkBytes
  // How large it becomes is known at its end.
  const most = Math.min(mostLaidOut(archive.bytes, { chunkBytes: chunk_bytes }), MOST_PIECES * chunk_bytes)
  const index = emptyIndex({ size: most, chunk_bytes })
  let size = 0
  async function* source() {
    let read = 0
    for await (const part of await archive.open(signal)) {
      read += part.length
      progress(read / archive.bytes)
      await pace?.(part.length, signal)
      yield part
    }
  }
  async function* content(): AsyncGenerator<Piece> {
    let piece = 0
    for await (const data of layOut(source(), { chunkBytes: chunk_bytes })) {
      size += data.length
      yield { piece: piece++, data }
    }
  }
  const { stored_bytes } = await store.putChunks(content(), index)
  const head = { size, chunk_bytes }
  const whole = { ...head, ids: index.ids.subarray(0, pieceCount(head) * ID_BYTES) }
  return publishIndex(store, whole, { read_bytes: archive.bytes, stored_bytes }, options)
}
