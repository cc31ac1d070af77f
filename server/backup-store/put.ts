import { StoreError } from '../protocols/chunk-store/errors.ts'
import { type Index, setId } from '../protocols/chunk-store/index-file.ts'
import { chunkPath } from '../protocols/chunk-store/paths.ts'
import { msg } from '../shared/text.ts'
import { temporaryPath } from './marker.ts'
import { eachOf, type StoreParts } from './parts.ts'

/** A piece of a disk: its number, counted in chunks from the beginning, and its content. */
export type Piece = { piece: number; data: Uint8Array }
export type PutTotals = { pieces: number; holes: number; written: number; read_bytes: number; stored_bytes: number }

/** Bringing a chunk to the disk takes the location a moment in which others can go on. */
const WRITERS = 12
/** Room is looked at again after so many bytes. */
const LOOK_BYTES = 256 << 20

/** Writing into a store, with what there is room for. */
export class PutRun {
  readonly #parts: StoreParts
  readonly #floor: number
  /** Bytes that may be written before room is looked at again. */
  #allowed = 0
  #quotaLeft: number | null
  /** Chunks that are being written: equal pieces of one disk are one chunk. */
  readonly #under = new Map<string, Promise<number>>()
  #looking: Promise<void> | null = null

  constructor(parts: StoreParts, { quotaLeft, floorBytes }: { quotaLeft: number | null; floorBytes: number }) {
    this.#parts = parts
    this.#quotaLeft = quotaLeft
    this.#floor = floorBytes
  }

  async putChunks(pieces: AsyncIterable<Piece> | Iterable<Piece>, index: Index): Promise<PutTotals> {
    const totals: PutTotals = { pieces: 0, holes: 0, written: 0, read_bytes: 0, stored_bytes: 0 }
    await eachOf(
      pieces,
      async ({ piece, data }) => {
        totals.pieces++
        totals.read_bytes += data.length
        if (data.length > this.#parts.chunkBytes) throw new RangeError('A piece is no longer than a chunk')
        const named = await this.#parts.pool.run({ kind: 'name', data })
        if (named.id === null) totals.holes++
        const id = named.id && Buffer.from(named.id)
        const bytes = id ? await this.#once(id, named.data) : 0
        if (bytes > 0) totals.written++
        totals.stored_bytes += bytes
        setId(index, piece, id)
      },
      WRITERS,
    )
    return totals
  }

  /** @returns bytes that were written, 0 when the chunk was there */
  async #once(id: Buffer, data: Uint8Array): Promise<number> {
    const name = id.toString('hex')
    const under = this.#under.get(name)
    if (under) {
      await under
      return 0
    }
    const mine = this.#store(id, data)
    this.#under.set(name, mine)
    try {
      return await mine
    } finally {
      this.#under.delete(name)
    }
  }

  async #store(id: Buffer, data: Uint8Array): Promise<number> {
    const { files, pool, now } = this.#parts
    const path = chunkPath(id)
    // One message asks whether it is there, and keeps the collection away from it.
    if (await files.touch(path, now())) return 0
    const { file } = await pool.run({ kind: 'seal', id: Uint8Array.from(id), data })
    await this.#claim(file.byteLength)
    await files.write(temporaryPath(), path, Buffer.from(file.buffer, file.byteOffset, file.byteLength))
    return file.byteLength
  }

  /** @throws StoreError `full` when there is no room for so many bytes */
  async #claim(bytes: number): Promise<void> {
    if (this.#quotaLeft !== null) {
      if (this.#quotaLeft < bytes) throw new StoreError('full', msg`The quota of the backup location is used up`)
      this.#quotaLeft -= bytes
    }
    while (this.#allowed < bytes) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null
      })
      await this.#looking
    }
    this.#allowed -= bytes
  }

  async #look(): Promise<void> {
    const { free } = await this.#parts.files.space()
    const over = free - this.#floor
    if (over < 2 * this.#parts.chunkBytes)
      throw new StoreError(
        'full',
        msg`The backup location has no room left: ${Math.floor(free / 2 ** 20)} MiB are free`,
      )
    this.#allowed = Math.min(LOOK_BYTES, over)
  }
}
