import { stored } from '../../db/sentences.ts'
import { SpokenError, textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import type { Tap } from '../tap.ts'
import { GrowingChunk } from './chunk.ts'
import { RecordingFile } from './file.ts'
import { blockAfter, chunkSize, FRAME_HEAD, type RecordingKey } from './format.ts'

export type WriterOptions = RecordingKey & {
  path: string
  maxBytes: number
  /** Free bytes that have to stay on the disk. */
  minFree: number
  /** Called once when it cannot go on, with the reason in words. What was written stays. */
  onFault: (words: string) => void
  /** For tests. */
  freeBytes?: () => Promise<number>
  flushMs?: number
}

export type Written = { bytes: number; chunks: number; duration_ms: number }

/** A crash loses at most the output of this time. */
const FLUSH_MS = 1_000
/** So much may wait for the disk before the device has to: of one recording, and of all together. */
const QUEUE_BYTES = 2 << 20
const ALL_BYTES = 32 << 20
/** Free space is looked at each time so much was written. */
const LOOK_BYTES = 32 << 20

/** What waits for the disk, of all recordings. */
let waiting = 0

type Closed = { chunk: GrowingChunk; bytes: Buffer; at: number; to: number }

/** Writes one recording. As a tap of a relay it takes what goes to the browser; the relay waits when the disk does not keep up. */
export class RecordingWriter implements Tap {
  readonly #options: WriterOptions
  readonly #file: RecordingFile
  readonly #started = performance.now()
  /** The current chunk; none while there is no output. */
  #chunk: GrowingChunk | null = null
  #flush: NodeJS.Timeout | undefined
  #number = 0
  #lastMs = 0
  /** Sealed, not yet written; the first may be on its way. */
  #queue: Closed[] = []
  #queued = 0
  /** Where the next chunk goes. */
  #end = 0
  #written: Written = { bytes: 0, chunks: 0, duration_ms: 0 }
  #unlooked = LOOK_BYTES
  #pumping: Promise<void> | null = null
  #over = false
  #tookAny = false
  #isFull = false
  #drained: (() => void) | null = null

  private constructor(options: WriterOptions, file: RecordingFile) {
    this.#options = options
    this.#file = file
  }

  /** Nothing was taken yet. */
  get isEmpty(): boolean {
    return !this.#tookAny
  }

  /** What can be read at this moment. */
  get written(): Written {
    return this.#written
  }

  /** Begins a new file. Throws when it cannot be made, or the disk is too full. */
  static async open(options: WriterOptions): Promise<RecordingWriter> {
    const file = await RecordingFile.create(options.path)
    const writer = new RecordingWriter(options, file)
    try {
      await writer.#look()
    } catch (fault) {
      await file.close()
      throw fault
    }
    return writer
  }

  /** @returns false when the device has to wait for {@link onDrain} */
  take(bytes: Buffer): boolean {
    if (this.#over || bytes.length === 0) return true
    this.#tookAny = true
    this.#lastMs = this.#now()
    for (let at = 0; at < bytes.length; ) {
      const rest = at === 0 ? bytes : bytes.subarray(at)
      if (!this.#fits(rest.length)) {
        this.#endEarly()
        return true
      }
      const taken = this.#put(rest)
      at += taken
      if (taken < rest.length) this.#close()
    }
    this.#isFull = this.#queued >= QUEUE_BYTES || (this.#queued > 0 && waiting >= ALL_BYTES)
    return !this.#isFull
  }

  onDrain(listener: () => void): void {
    this.#drained = listener
  }

  /** Writes the rest and the end mark. Never throws: faults have been reported. */
  async end(): Promise<Written> {
    if (!this.#over) {
      this.#close()
      this.#lastMs = this.#now()
      this.#put(Buffer.alloc(0))
      this.#close()
    }
    while (this.#pumping) await this.#pumping
    if (!this.#over) {
      this.#over = true
      await this.#file.sync().catch((cause: Error) => this.#options.onFault(stored(textOf(cause))))
    }
    await this.#file.close()
    return this.written
  }

  #now(): number {
    return Math.round(performance.now() - this.#started)
  }

  #put(bytes: Buffer): number {
    if (!this.#chunk) {
      this.#chunk = new GrowingChunk(this.#number++, bytes.length)
      this.#flush = setTimeout(() => this.#close(), this.#options.flushMs ?? FLUSH_MS)
    }
    return this.#chunk.put(this.#lastMs, bytes)
  }

  /** That the file stays within its bounds with so much more, in the worst case: in a chunk of its own, at the end of a block. */
  #fits(length: number): boolean {
    const now = this.#end + (this.#chunk?.length ?? 0)
    return (
      blockAfter(blockAfter(now) + chunkSize(FRAME_HEAD + length)) + chunkSize(FRAME_HEAD) <= this.#options.maxBytes
    )
  }

  /** What has come until now is still written. */
  #endEarly(): void {
    this.#close()
    this.#over = true
    this.#options.onFault(stored(msg`The recording reached its largest size`))
  }

  /** Hands on what has come together. */
  #close(): void {
    clearTimeout(this.#flush)
    const chunk = this.#chunk
    if (!chunk) return
    this.#chunk = null
    const bytes = chunk.seal(this.#options)
    const at = chunk.isLarge ? blockAfter(this.#end) : this.#end
    this.#end = at + bytes.length
    this.#queue.push({ chunk, bytes, at, to: this.#lastMs })
    this.#count(bytes.length)
    this.#pumping ??= this.#pump()
  }

  #count(bytes: number): void {
    this.#queued += bytes
    waiting += bytes
  }

  async #pump(): Promise<void> {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const { chunk, bytes, at, to } = next
      try {
        if (this.#unlooked >= LOOK_BYTES) await this.#look()
        await (chunk.isLarge ? this.#file.writePast(bytes, at) : this.#file.write(bytes, at))
        this.#written = { bytes: at + bytes.length, chunks: chunk.number + 1, duration_ms: to }
        this.#unlooked += bytes.length
      } catch (cause) {
        this.#fail(stored(textOf(cause)))
      }
      this.#drop()
      const isLow = this.#queued < QUEUE_BYTES / 2 && waiting < ALL_BYTES
      if (isLow || this.#queued === 0) this.#goOn()
    }
    this.#pumping = null
  }

  /** The first of the queue is written, or given up. */
  #drop(): void {
    const first = this.#queue.shift()
    if (!first) return
    first.chunk.release()
    this.#count(-first.bytes.length)
  }

  async #look(): Promise<void> {
    this.#unlooked = 0
    const free = this.#options.freeBytes ?? (() => this.#file.free())
    if ((await free()) < this.#options.minFree) throw new SpokenError(msg`The disk of the recordings is too full`)
  }

  /** Nothing of what waits is written any more. */
  #fail(words: string): void {
    clearTimeout(this.#flush)
    this.#chunk?.release()
    this.#chunk = null
    while (this.#queue.length > 0) this.#drop()
    const wasOver = this.#over
    this.#over = true
    this.#goOn()
    if (!wasOver) this.#options.onFault(words)
  }

  #goOn(): void {
    if (!this.#isFull) return
    this.#isFull = false
    this.#drained?.()
  }
}
