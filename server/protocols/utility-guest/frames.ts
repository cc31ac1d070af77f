import type { Duplex } from 'node:stream'
import { unlessAborted } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { UtilityGuestError, violation } from './errors.ts'
import { HEAD_BYTES, MAX_FRAME, MAX_REQUEST } from './wire.ts'

export type Frame = { type: number; body: Buffer }

/** A frame as it is sent. @throws UtilityGuestError invalid, when the request is too long */
export function encodeFrame(type: number, body: Buffer): Buffer {
  if (body.length > MAX_REQUEST) throw new UtilityGuestError('invalid', msg`The path is too long`)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(type, 0)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** Frames of a stream, one after another; a guest whose frames are not taken has to wait. */
export class FrameReader {
  readonly #stream: Duplex
  #over: UtilityGuestError | null = null
  #wake: () => void = () => {}
  #next: Promise<Frame> | null = null

  constructor(stream: Duplex) {
    this.#stream = stream
    const end = (cause?: Error) => {
      const why = cause ? msg`The helper guest was lost: ${textOf(cause)}` : msg`The helper guest has ended`
      this.#over ??= new UtilityGuestError('closed', why, { cause })
      this.#wake()
    }
    stream.on('readable', () => this.#wake())
    stream.on('error', end)
    stream.on('end', () => end())
    stream.on('close', () => end())
    if (stream.destroyed || stream.readableEnded) end()
  }

  /**
   * The next frame. One whose waiter has given up is there for the next one.
   * @throws UtilityGuestError `closed`, `timeout`, `protocol`, or the signal's reason
   */
  async next(ms: number, signal: AbortSignal): Promise<Frame> {
    this.#next ??= this.#read()
    this.#next.catch(() => {})
    const patience = AbortSignal.timeout(ms)
    try {
      const frame = await unlessAborted(this.#next, AbortSignal.any([signal, patience]))
      this.#next = null
      return frame
    } catch (error) {
      if (signal.aborted || !patience.aborted) throw error
      throw new UtilityGuestError('timeout', msg`The helper guest did not answer within ${ms / 1000} s`)
    }
  }

  async #read(): Promise<Frame> {
    const head = await this.#take(HEAD_BYTES)
    const length = head.readUInt32BE(1)
    if (length > MAX_FRAME) throw violation()
    return { type: head.readUInt8(0), body: length === 0 ? Buffer.alloc(0) : await this.#take(length) }
  }

  async #take(length: number): Promise<Buffer> {
    for (;;) {
      const bytes: Buffer | null = this.#stream.read(length)
      if (bytes?.length === length) return bytes
      if (this.#over) throw this.#over
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
