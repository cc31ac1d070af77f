import type { LineCommand, LineStart, LineStatus } from '../../domain/console/line.ts'
import type { History } from './history.ts'
import type { Line } from './line.ts'
import { LineSubscriber, type LineViewer } from './subscriber.ts'

/**
 * How far one viewer may fall behind the others. Past it the subscription is dropped, and the page reconnects by
 * itself.
 */
const MAX_BEHIND = 1 << 20

/** Subscription to a line that is open in this process. */
export class LocalSubscriber extends LineSubscriber {
  readonly account_id: number
  readonly mode: LineViewer['mode']
  isFull = false
  /** Settles when the viewer has left. */
  readonly gone: Promise<void>
  readonly #line: Line
  readonly #after: LineViewer['after']
  #start: LineStart

  constructor(line: Line, { account_id, mode, after }: LineViewer) {
    super({ allowHalfOpen: false })
    this.account_id = account_id
    this.mode = mode
    this.#line = line
    this.#after = after
    this.#start = { type: 'start', line: line.history.line, at: line.history.total }
    this.gone = new Promise((resolve) => this.once('close', resolve))
    line.attached(this)
  }

  get start(): LineStart {
    return this.#start
  }

  get status(): LineStatus {
    return this.#line.statusFor(this)
  }

  begin(history: History): void {
    const { at, bytes } = history.since(this.#after)
    this.#start = { ...this.#start, at }
    if (bytes.length > 0) this.isFull = !this.push(bytes)
  }

  command(command: LineCommand): void {
    this.#line.command(this, command)
  }

  onData(chunk: Buffer): void {
    this.isFull = !this.push(chunk)
    if (this.readableLength > MAX_BEHIND) this.destroy()
  }

  override _read(): void {
    if (!this.isFull) return
    this.isFull = false
    this.#line.wake()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#line.write(this, chunk, () => callback())
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#line.leave(this)
    callback(error)
  }
}
