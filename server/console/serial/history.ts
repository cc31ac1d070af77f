import { randomUUID } from 'node:crypto'

/** The last bytes of a line's output, and their total count. */
export class History {
  /** Identifies this history: positions in another one do not apply. */
  readonly line = randomUUID()
  readonly #size: number
  #ring: Buffer | null = null
  #total = 0

  /** @param size bytes kept */
  constructor(size: number) {
    this.#size = size
  }

  get total(): number {
    return this.#total
  }

  add(chunk: Buffer): void {
    const kept = chunk.length > this.#size ? chunk.subarray(chunk.length - this.#size) : chunk
    this.#total += chunk.length
    if (kept.length === 0) return
    this.#ring ??= Buffer.alloc(this.#size)
    const end = this.#total % this.#size
    const start = (end - kept.length + this.#size) % this.#size
    const first = Math.min(kept.length, this.#size - start)
    kept.copy(this.#ring, start, 0, first)
    kept.copy(this.#ring, 0, first)
  }

  /**
   *
   * Output after a position, as far as it is kept.
   * @param after last position read; ignored if it belongs to another history
   */
  since(after?: { line: string; at: number }): { at: number; bytes: Buffer } {
    const oldest = Math.max(0, this.#total - this.#size)
    const known = after?.line === this.line && after.at <= this.#total
    const at = known ? Math.max(after.at, oldest) : oldest
    if (!this.#ring) return { at, bytes: Buffer.alloc(0) }
    const start = at % this.#size
    const length = this.#total - at
    const first = Math.min(length, this.#size - start)
    const bytes = Buffer.concat([this.#ring.subarray(start, start + first), this.#ring.subarray(0, length - first)])
    return { at, bytes }
  }
}
