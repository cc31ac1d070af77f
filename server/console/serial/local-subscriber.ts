import type { LineCommand, LineStart, LineStatus } from '../../domain/console/line.ts'
import type { History } from './history.ts'
import type { Line } from './line.ts'
import { LineSeat, type LineViewer } from './subscriber.ts'

/** How far one viewer may fall behind the others; past it the line lets go of him, and his page comes back by itself. */
const MAX_BEHIND = 1 << 20

/** What one viewer holds of a line that is open in this process. */
export class LocalSeat extends LineSeat {
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
    line.seated(this)
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

  hear(chunk: Buffer): void {
    this.isFull = !this.push(chunk)
    if (this.readableLength > MAX_BEHIND) this.destroy()
  }

  override _read(): void {
    if (!this.isFull) return
    this.isFull = false
    this.#line.wake()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#line.say(this, chunk, () => callback())
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#line.leave(this)
    callback(error)
  }
}
