import type { Duplex } from 'node:stream'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { NbdError } from './errors.ts'

/** What arrives ahead of its reader is held up to this; then the peer has to wait. */
const HELD_BYTES = 1 << 20

/** Bytes of a stream, taken by their number. One reader at a time. */
export class ByteSource {
  readonly #stream: Duplex
  #chunks: Buffer[] = []
  /** Of the first chunk: what is taken already. */
  #taken = 0
  #held = 0
  #over: NbdError | null = null
  #wake: () => void = () => {}

  constructor(stream: Duplex, onData: () => void = () => {}) {
    this.#stream = stream
    stream.on('data', (data: Buffer) => {
      this.#chunks.push(data)
      this.#held += data.length
      if (this.#held >= HELD_BYTES) stream.pause()
      onData()
      this.#wake()
    })
    stream.on('error', (cause: Error) =>
      this.#end(new NbdError('closed', msg`The connection to the disk was lost: ${textOf(cause)}`, { cause })),
    )
    const ended = () => this.#end(new NbdError('closed', msg`The connection to the disk was closed`))
    stream.on('end', ended)
    stream.on('close', ended)
    if (stream.destroyed || stream.readableEnded) ended()
  }

  #end(error: NbdError): void {
    this.#over ??= error
    this.#wake()
  }

  /** Fills `target`. @throws NbdError closed */
  async into(target: Buffer): Promise<void> {
    let at = 0
    while (at < target.length) {
      const first = this.#chunks[0]
      if (!first) {
        if (this.#over) throw this.#over
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          this.#stream.resume()
        })
        continue
      }
      const copied = first.copy(target, at, this.#taken)
      at += copied
      this.#taken += copied
      this.#held -= copied
      if (this.#taken < first.length) continue
      this.#chunks.shift()
      this.#taken = 0
    }
  }

  /** The next bytes in a buffer of their own; for lengths that were judged before. */
  async take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    await this.into(bytes)
    return bytes
  }

  /** Reads past bytes that are of no use, without keeping them. */
  async skip(length: number): Promise<void> {
    const bytes = Buffer.allocUnsafe(Math.min(length, 65_536))
    for (let left = length; left > 0; left -= bytes.length)
      await this.into(bytes.subarray(0, Math.min(left, bytes.length)))
  }
}
