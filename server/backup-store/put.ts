import { StoreError } from '../protocols/chunk-store/errors.ts'
import { type Index, setId } from '../protocols/chunk-store/index-file.ts'
import { chunkPath } from '../protocols/chunk-store/paths.ts'
import { msg } from '../shared/text.ts'
import { temporaryPath } from './marker.ts'
import { eachOf, type StoreParts } from './parts.ts'

/** A piece of a disk: its number, counted in chunks from the beginning, and its content. */
export type Piece = { piece: number; data: Uint8Array }
export type PutTotals = { pieces: number; holes: number; written: number; read_bytes: number; stored_bytes: number }

/** What may be written to a location, for all that write at once. */
export type Quota = {
  /** False when there is less left. */
  take(bytes: number): Promise<boolean>
  /** What was taken and not written. */
  giveBack(bytes: number): Promise<void>
}

/** Bringing a chunk to the disk takes the location a moment in which others can go on. */
const WRITERS = 12
/** Room is looked at again after so many bytes. */
const LOOK_BYTES = 256 << 20
/** So much of a quota is taken at once. */
const TAKE_BYTES = 16 << 20

/** Writing into a store, with what there is room for. */
export class PutRun {
  readonly #parts: StoreParts
  readonly #floor: number
  /** Bytes that may be written before room is looked at again. */
  #allowed = 0
  readonly #quota: Quota | null
  /** Bytes of the quota that were taken and are not written yet. */
  #taken = 0
  #taking: Promise<void> | null = null
  /** Chunks that are being written: equal pieces of one disk are one chunk. */
  readonly #under = new Map<string, Promise<number>>()
  #looking: Promise<void> | null = null

  constructor(parts: StoreParts, { quota, floorBytes }: { quota: Quota | null; floorBytes: number }) {
    this.#parts = parts
    this.#quota = quota
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
    while (this.#quota && this.#taken < bytes) {
      this.#taking ??= this.#take(this.#quota, bytes).finally(() => {
        this.#taking = null
      })
      await this.#taking
    }
    this.#taken -= this.#quota ? bytes : 0
    while (this.#allowed < bytes) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null
      })
      await this.#looking
    }
    this.#allowed -= bytes
  }

  async #take(quota: Quota, bytes: number): Promise<void> {
    for (const wanted of [Math.max(bytes, TAKE_BYTES), bytes]) {
      if (!(await quota.take(wanted))) continue
      this.#taken += wanted
      return
    }
    throw new StoreError('full', msg`The quota of the backup location is used up`)
  }

  /** Gives back what of the quota was not needed. */
  async close(): Promise<void> {
    const rest = this.#taken
    this.#taken = 0
    if (rest > 0) await this.#quota?.giveBack(rest)
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
