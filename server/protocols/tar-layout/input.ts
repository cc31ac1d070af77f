/** Bytes of a stream, taken in the lengths that are asked for. */
export class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)
  /** Bytes that were taken. */
  taken = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** So many bytes; fewer at the end of the stream. */
  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let left = bytes
    while (left > 0) {
      const part = await this.some(left)
      if (!part) break
      parts.push(part)
      left -= part.length
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  }

  /** What is there, at most so many bytes; null at the end of the stream. */
  async some(atMost: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) return null
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const part = this.#rest.subarray(0, atMost)
    this.#rest = this.#rest.subarray(part.length)
    this.taken += part.length
    return part
  }

  /** Nothing more is wanted. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }
}
