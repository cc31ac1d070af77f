import type { LineCommand, LineMessage, LineStart, LineStatus } from '../../domain/console/line.ts'
import { LineSeat } from './subscriber.ts'
import { PIECE, type Word } from './wire.ts'

/** Bytes in pieces that fit into a letter. */
export function* piecesOf(chunk: Buffer): Generator<string> {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE).toString('base64')
}

/** A viewer's end of a line that another process holds. One piece each way is under way at a time, so neither side is flooded. */
export class RemoteSeat extends LineSeat {
  readonly start: LineStart
  status: LineStatus
  readonly #send: (word: Word) => void
  readonly #onGone: () => void
  #owed = false
  #taken: (() => void) | null = null

  constructor(first: { start: LineStart; status: LineStatus }, send: (word: Word) => void, onGone: () => void) {
    super({ allowHalfOpen: false })
    this.start = first.start
    this.status = first.status
    this.#send = send
    this.#onGone = onGone
  }

  hear(bytes: string): void {
    this.#owed = true
    if (this.push(Buffer.from(bytes, 'base64'))) this.#take()
  }

  took(): void {
    const taken = this.#taken
    this.#taken = null
    taken?.()
  }

  news(message: LineMessage, status: LineStatus): void {
    this.status = status
    this.tell(message)
  }

  command(command: LineCommand): void {
    this.#send({ op: 'command', command })
  }

  override _read(): void {
    this.#take()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const pieces = piecesOf(chunk)
    const next = () => {
      const { value } = pieces.next()
      if (value === undefined || this.destroyed) return done()
      this.#taken = next
      this.#send({ op: 'bytes', bytes: value })
    }
    next()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.took()
    this.#onGone()
    done(error)
  }

  #take(): void {
    if (!this.#owed) return
    this.#owed = false
    this.#send({ op: 'took' })
  }
}
