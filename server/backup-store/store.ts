import type { LocationFiles } from '../drivers/backup-location/types.ts'
import { mostOfChunk } from '../protocols/chunk-store/chunk.ts'
import { StoreError } from '../protocols/chunk-store/errors.ts'
import { type Index, idAt, pieceBytes } from '../protocols/chunk-store/index-file.ts'
import type { StoreKeys } from '../protocols/chunk-store/keys.ts'
import { asidePath, chunkPath, type IndexName, indexPath, trashPath } from '../protocols/chunk-store/paths.ts'
import { msg } from '../shared/text.ts'
import { type Collected, type CollectOptions, collect } from './collect.ts'
import { readIndex } from './indexes.ts'
import { readMarker, temporaryPath } from './marker.ts'
import { eachOf, type StoreParts } from './parts.ts'
import { type Piece, PutRun, type PutTotals, type Quota } from './put.ts'
import { SealPool } from './seal-pool.ts'
import { type Verified, type VerifyOptions, verify } from './verify.ts'

export type StoreOptions = {
  files: LocationFiles
  keys: StoreKeys
  /** Threads that seal; 0 for none. Default: as many as the computer has cores. */
  threads?: number
  quota?: Quota
  /** Bytes that must stay free in the location's file system. Default: 1 GiB. */
  floorBytes?: number
  /** Seconds that only grow, for the clock of the location. Default: the process's own. */
  elapsed?: () => number
}

/** Backups of one location. Errors: `StoreError`, and those of `LocationFiles`. */
export class Store {
  readonly #parts: StoreParts
  readonly #put: PutRun

  constructor(parts: StoreParts, put: PutRun) {
    this.#parts = parts
    this.#put = put
  }

  get chunkBytes(): number {
    return this.#parts.chunkBytes
  }

  /**
   * Stores pieces of a disk and notes their names in the index; what is there already is not written again. Content is handed over:
   * its array is empty afterwards. Pieces may come in any order; the caller's generator waits while enough are under way.
   */
  putChunks(pieces: AsyncIterable<Piece> | Iterable<Piece>, index: Index): Promise<PutTotals> {
    return this.#put.putChunks(pieces, index)
  }

  /**
   * Keeps chunks of an earlier index from being collected while a backup that takes them over is running.
   * @returns names of those that are not there: their pieces have to be read and stored again
   */
  async keepChunks(ids: Iterable<Buffer>): Promise<Buffer[]> {
    const { files, now } = this.#parts
    const missing: Buffer[] = []
    await eachOf(ids, async (id) => {
      if (!(await files.touch(chunkPath(id), now()))) missing.push(id)
    })
    return missing
  }

  /** Publishes an index. The digest has to be kept: it is what tells an older one from this. */
  async putIndex(name: IndexName, index: Index): Promise<{ digest: Buffer; bytes: number }> {
    const { files, pool } = this.#parts
    const path = indexPath(name)
    const { file, digest } = await pool.run({
      kind: 'seal_index',
      path,
      index: { ...index, ids: Buffer.from(index.ids) },
    })
    const bytes = file.byteLength
    await files.makeFolder(`index/${name.subject}`)
    await files.write(temporaryPath(), path, asBuffer(file))
    // Renames of a journalling file system reach the disk in their order: with this one all chunks.
    await files.syncFolder(`index/${name.subject}`)
    return { digest: asBuffer(digest), bytes }
  }

  /** @param digest as `putIndex` returned it @throws StoreError `missing`, or `damaged` when it is another or an older one */
  async getIndex(name: IndexName, digest: Buffer | null): Promise<Index> {
    const path = indexPath(name)
    let index = await readIndex(this.#parts, path, digest)
    // Put aside while the database did not know it.
    if (!index && (await this.#parts.files.rename(asidePath(path), path)))
      index = await readIndex(this.#parts, path, digest)
    if (!index) throw new StoreError('missing', msg`${indexPath(name)} is not in the backup location`)
    return index
  }

  /** Content of a piece of a disk; null for a hole. @throws StoreError `missing`, `damaged` */
  async readPiece(index: Index, piece: number): Promise<Buffer | null> {
    const id = idAt(index, piece)
    if (id === null) return null
    const data = await this.readChunk(id)
    if (data.length !== pieceBytes(index, piece))
      throw new StoreError('damaged', msg`${id.toString('hex')} is not as long as its piece of the disk`)
    return data
  }

  /** Content of a chunk, wherever a collection has put it. @throws StoreError `missing`, `damaged` */
  async readChunk(id: Buffer): Promise<Buffer> {
    const { files, pool, chunkBytes } = this.#parts
    const most = mostOfChunk(chunkBytes)
    let file = await files.read(chunkPath(id), most)
    if (file === null) {
      await files.rename(trashPath(id), chunkPath(id))
      file = await files.read(chunkPath(id), most)
    }
    if (file === null) throw new StoreError('missing', msg`${id.toString('hex')} is not in the backup location`)
    const { data } = await pool.run({ kind: 'open', id: Uint8Array.from(id), file, atMost: chunkBytes })
    return asBuffer(data)
  }

  /** Forgets a backup's index; its chunks go with a later collection. False when it was gone. */
  async removeIndex(name: IndexName): Promise<boolean> {
    const path = indexPath(name)
    return (await this.#parts.files.remove(path)) || this.#parts.files.remove(asidePath(path))
  }

  verify(options: VerifyOptions, signal: AbortSignal): Promise<Verified> {
    return verify(this.#parts, options, signal)
  }

  collect(options: CollectOptions, signal: AbortSignal): Promise<Collected> {
    return collect(this.#parts, options, signal)
  }

  /** Bytes of the location's file system. */
  space(): Promise<{ total: number; free: number }> {
    return this.#parts.files.space()
  }

  /** Ends the threads; the connection stays the caller's. */
  async close(): Promise<void> {
    await this.#parts.pool.close()
    await this.#put.close()
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Opens the store of a location that `initStore` has set up.
 * @throws StoreError `missing` when its marker is gone, `foreign` when it is another's
 */
export async function openStore({ files, keys, threads, quota, floorBytes, elapsed }: StoreOptions): Promise<Store> {
  const marker = await readMarker(files, keys)
  if (!marker) throw new StoreError('missing', msg`The file "store" of the backup location is missing`)
  const now = await locationClock(files, elapsed ?? (() => performance.now() / 1000))
  const parts: StoreParts = { files, pool: new SealPool(keys, threads), chunkBytes: marker.chunk_bytes, now }
  return new Store(parts, new PutRun(parts, { quota: quota ?? null, floorBytes: floorBytes ?? 1 << 30 }))
}

/** The clock of the location: what it notes of a file that is written now. */
async function locationClock(files: LocationFiles, elapsed: () => number): Promise<() => number> {
  const probe = temporaryPath()
  await files.write(temporaryPath(), probe, Buffer.from('clock'))
  const found = await files.stat(probe)
  await files.remove(probe)
  if (!found) throw new StoreError('damaged', msg`A file that was just written is gone from the backup location`)
  const start = elapsed()
  return () => found.modified + Math.floor(elapsed() - start)
}
