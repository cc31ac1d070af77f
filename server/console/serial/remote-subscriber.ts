import type { LineCommand, LineMessage, LineStart, LineStatus } from '../../domain/console/line.ts'
import { LineSubscriber } from './subscriber.ts'
import { type MessageBody, PIECE } from './wire.ts'

/** Bytes in pieces that fit into one message. */
export function* piecesOf(chunk: Buffer): Generator<string> {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE).toString('base64')
}

/** Subscription to a line that another process holds. One piece is in flight in each direction at a time, for back-pressure. */
export class RemoteSubscriber extends LineSubscriber {
  readonly start: LineStart
  status: LineStatus
  readonly #send: (body: MessageBody) => void
  readonly #onGone: () => void
  #ackPending = false
  #acked: (() => void) | null = null

  constructor(first: { start: LineStart; status: LineStatus }, send: (body: MessageBody) => void, onGone: () => void) {
    super({ allowHalfOpen: false })
    this.start = first.start
    this.status = first.status
    this.#send = send
    this.#onGone = onGone
  }

  onData(bytes: string): void {
    this.#ackPending = true
    if (this.push(Buffer.from(bytes, 'base64'))) this.#ack()
  }

  onAck(): void {
    const acked = this.#acked
    this.#acked = null
    acked?.()
  }

  onEvent(event: LineMessage, status: LineStatus): void {
    this.status = status
    this.notify(event)
  }

  command(command: LineCommand): void {
    this.#send({ op: 'command', command })
  }

  override _read(): void {
    this.#ack()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const pieces = piecesOf(chunk)
    const next = () => {
      const { value } = pieces.next()
      if (value === undefined || this.destroyed) return done()
      this.#acked = next
      this.#send({ op: 'bytes', bytes: value })
    }
    next()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.onAck()
    this.#onGone()
    done(error)
  }

  #ack(): void {
    if (!this.#ackPending) return
    this.#ackPending = false
    this.#send({ op: 'ack' })
  }
}
