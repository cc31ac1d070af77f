import { close, fdatasync, ftruncate, open, type StatsFs, statfs, writev } from 'node:fs'
import { promisify } from 'node:util'
import type { Tap } from '../tap.ts'
import { chunkSize, FRAME_HEAD, MAX_CHUNK, putFrameHead, type RecordingKey, sealChunk } from './format.ts'

const files = {
  open: promisify(open),
  close: promisify(close),
  sync: promisify(fdatasync),
  truncate: promisify(ftruncate),
  space: promisify(statfs) as (path: string) => Promise<StatsFs>,
}

export type WriterOptions = RecordingKey & {
  path: string
  maxBytes: number
  /** Free bytes that have to stay on the disk. */
  minFree: number
  /** Called once when it cannot go on, with the reason in words. What was written stays. */
  onFault: (words: string) => void
  /** For tests. */
  freeBytes?: (path: string) => Promise<number>
}

export type Written = { bytes: number; chunks: number; duration_ms: number }

/** What is said in little pieces is sealed so often, or when so much has come together: each chunk and each write has its price. */
const FLUSH_MS = 1_000
const GATHER_BYTES = 256 * 1024
/** From here on a piece is sealed where it lies, without being copied first. */
const WHOLE_BYTES = 64 * 1024
/** So much may wait for the disk before the device has to. */
const QUEUE_BYTES = 4 << 20
/** Free space is looked at each time so much was written. */
const LOOK_BYTES = 32 << 20
/** Node's limit of pieces in one write. */
const MAX_PIECES = 1_000

const freeOn = async (path: string): Promise<number> => {
  const { bavail, bsize } = await files.space(path)
  return bavail * bsize
}

/** Writes one recording. As a tap of a relay it takes what goes to the browser; the relay waits when the disk does not keep up. */
export class RecordingWriter implements Tap {
  readonly #options: WriterOptions
  readonly #fd: number
  readonly #started = performance.now()
  readonly #gathered = Buffer.allocUnsafeSlow(GATHER_BYTES)
  #filled = 0
  #firstMs = 0
  #flush: NodeJS.Timeout | undefined
  #number = 0
  #lastMs = 0
  /** Sealed, not yet written; its length in bytes. */
  #queue: Buffer[] = []
  #queued = 0
  /** On disk or on the way there. */
  #size = 0
  #unlooked = LOOK_BYTES
  #pumping: Promise<void> | null = null
  #over = false
  #tookAny = false
  #isFull = false
  #drained: (() => void) | null = null

  private constructor(options: WriterOptions, fd: number) {
    this.#options = options
    this.#fd = fd
  }

  /** Nothing was taken yet. */
  get isEmpty(): boolean {
    return !this.#tookAny
  }

  /** What can be read at this moment. */
  get written(): Written {
    return { bytes: this.#size, chunks: this.#number, duration_ms: this.#lastMs }
  }

  /** Begins a new file. Throws when it cannot be made, or the disk is too full. */
  static async open(options: WriterOptions): Promise<RecordingWriter> {
    const fd = await files.open(options.path, 'wx', 0o600)
    const writer = new RecordingWriter(options, fd)
    try {
      await writer.#look()
    } catch (fault) {
      await files.close(fd)
      throw fault
    }
    return writer
  }

  /** @returns false when the device has to wait for {@link onDrain} */
  take(bytes: Buffer): boolean {
    if (this.#over || bytes.length === 0) return true
    this.#tookAny = true
    const ms = this.#now()
    if (bytes.length >= WHOLE_BYTES) {
      this.#sealGathered()
      for (let at = 0; at < bytes.length; at += MAX_CHUNK - FRAME_HEAD) {
        const piece = bytes.subarray(at, at + MAX_CHUNK - FRAME_HEAD)
        const head = Buffer.allocUnsafe(FRAME_HEAD)
        putFrameHead(head, 0, ms, piece.length)
        this.#seal(ms, ms, [head, piece])
      }
    } else {
      if (this.#filled + FRAME_HEAD + bytes.length > GATHER_BYTES) this.#sealGathered()
      if (this.#filled === 0) {
        this.#firstMs = ms
        this.#flush = setTimeout(() => this.#sealGathered(), FLUSH_MS)
      }
      putFrameHead(this.#gathered, this.#filled, ms, bytes.length)
      bytes.copy(this.#gathered, this.#filled + FRAME_HEAD)
      this.#filled += FRAME_HEAD + bytes.length
      this.#lastMs = ms
    }
    this.#isFull = this.#queued >= QUEUE_BYTES && !this.#over
    return !this.#isFull
  }

  onDrain(listener: () => void): void {
    this.#drained = listener
  }

  /** Writes what is left and the mark of the end. Never throws: a fault has been told. */
  async end(): Promise<Written> {
    if (!this.#over) {
      this.#sealGathered()
      const ms = this.#now()
      this.#seal(ms, ms, [])
    }
    while (this.#pumping) await this.#pumping
    if (!this.#over) {
      this.#over = true
      await files.sync(this.#fd).catch((cause: Error) => this.#options.onFault(cause.message))
    }
    await files.close(this.#fd).catch(() => {})
    return this.written
  }

  #now(): number {
    return Math.round(performance.now() - this.#started)
  }

  #sealGathered(): void {
    clearTimeout(this.#flush)
    if (this.#filled === 0 || this.#over) return
    const filled = this.#filled
    this.#filled = 0
    this.#seal(this.#firstMs, this.#lastMs, [this.#gathered.subarray(0, filled)])
  }

  #seal(from: number, to: number, parts: readonly Buffer[]): void {
    if (this.#over) return
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    const size = chunkSize(length)
    // The mark of the end always fits.
    if (length > 0 && this.#size + this.#queued + size > this.#options.maxBytes) {
      // What has come until now is still written.
      const { onFault } = this.#options
      this.#over = true
      this.#goOn()
      onFault('The recording reached its largest size')
      return
    }
    this.#queue.push(...sealChunk(this.#options, { number: this.#number++, length, from, to }, parts))
    this.#queued += size
    this.#lastMs = to
    this.#pumping ??= this.#startPump()
  }

  async #startPump(): Promise<void> {
    do await this.#pump()
    while (this.#queue.length > 0)
    this.#pumping = null
  }

  async #pump(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        if (this.#unlooked >= LOOK_BYTES) await this.#look()
        // A chunk has four pieces at most, so its tag may come with the next write; a cut there costs that chunk only.
        const pieces = this.#queue.splice(0, MAX_PIECES)
        const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
        await writeAll(this.#fd, pieces)
        this.#size += bytes
        this.#queued -= bytes
        this.#unlooked += bytes
        if (this.#queued < QUEUE_BYTES / 2) this.#goOn()
      }
    } catch (cause) {
      this.#fail((cause as Error).message)
    }
  }

  async #look(): Promise<void> {
    this.#unlooked = 0
    const { path, minFree, freeBytes = freeOn } = this.#options
    if ((await freeBytes(path)) < minFree) throw new Error('The disk of the recordings is too full')
  }

  #fail(words: string): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#flush)
    this.#queue = []
    this.#queued = 0
    this.#goOn()
    this.#options.onFault(words)
  }

  #goOn(): void {
    if (!this.#isFull) return
    this.#isFull = false
    this.#drained?.()
  }
}

/** Writes all pieces at the end of the file; the system may take less than it was given. */
function writeAll(fd: number, pieces: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (rest: Buffer[]) =>
      writev(fd, rest, (fault, written) => {
        if (fault) return reject(fault)
        let left = written
        let at = 0
        while (at < rest.length && left >= (rest[at] as Buffer).length) left -= (rest[at++] as Buffer).length
        if (at === rest.length) return resolve()
        go([(rest[at] as Buffer).subarray(left), ...rest.slice(at + 1)])
      })
    go(pieces)
  })
}
