import { giveBack } from '../../shared/memory.ts'
import { lendBlock, returnBlock } from './blocks.ts'
import {
  blockAfter,
  CHUNK_HEAD,
  FRAME_HEAD,
  putChunkHead,
  putFrameHead,
  type RecordingKey,
  sealing,
  TAG_BYTES,
} from './format.ts'

/** What an ordinary console says between two flushes fits in here. What is more moves into a block, and is written past the cache. */
const SMALL_BYTES = 64 * 1024
/** So much is sealed at once: short enough to stay in the processor's cache on its way. */
const SEAL_BYTES = 128 * 1024

/** A chunk that comes together, and is sealed where it lies: memory of one chunk is all that a busy recording has. */
export class GrowingChunk {
  readonly number: number
  #memory: Buffer
  #block: Buffer | null = null
  #length = CHUNK_HEAD

  /** @param expected bytes that come at once */
  constructor(number: number, expected: number) {
    this.number = number
    if (expected > SMALL_BYTES - CHUNK_HEAD - FRAME_HEAD - TAG_BYTES) this.#block = lendBlock()
    this.#memory = this.#block ?? Buffer.allocUnsafeSlow(SMALL_BYTES)
  }

  /** Length with header and tag. */
  get length(): number {
    return this.#length + TAG_BYTES
  }

  /** It has a block, and goes past the cache. */
  get isLarge(): boolean {
    return this.#block !== null
  }

  /** Copies a frame, or as much of it as there is room for. @returns how many bytes it took */
  put(ms: number, bytes: Buffer): number {
    if (this.#room() < bytes.length && !this.#block) this.#grow()
    const taken = Math.min(bytes.length, this.#room())
    if (taken <= 0 && bytes.length > 0) return 0
    putFrameHead(this.#memory, this.#length, ms, taken)
    bytes.copy(this.#memory, this.#length + FRAME_HEAD, 0, taken)
    this.#length += FRAME_HEAD + taken
    return taken
  }

  /** The whole chunk, ready to be written; a large one with the zeros up to the end of its last block. */
  seal(key: RecordingKey): Buffer {
    const cipher = sealing(key, this.number)
    for (let at = CHUNK_HEAD; at < this.#length; at += SEAL_BYTES) {
      const sealed = cipher.update(this.#memory.subarray(at, Math.min(at + SEAL_BYTES, this.#length)))
      sealed.copy(this.#memory, at)
      giveBack(sealed)
    }
    cipher.final() // a stream cipher holds nothing back
    putChunkHead(this.#memory, { number: this.number, length: this.#length - CHUNK_HEAD })
    cipher.getAuthTag().copy(this.#memory, this.#length)
    const end = this.isLarge ? blockAfter(this.length) : this.length
    return this.#memory.fill(0, this.length, end).subarray(0, end)
  }

  /** Gives the block back, once the chunk is written or given up. */
  release(): void {
    if (this.#block) returnBlock(this.#block)
    this.#block = null
  }

  /** Bytes that a frame may still have. */
  #room(): number {
    return this.#memory.length - this.#length - FRAME_HEAD - TAG_BYTES
  }

  #grow(): void {
    this.#block = lendBlock()
    if (!this.#block) return
    this.#memory.copy(this.#block, 0, 0, this.#length)
    this.#memory = this.#block
  }
}
