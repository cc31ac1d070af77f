import type { Duplex } from 'node:stream'
import type { LineCommand, LineStart, LineStatus } from '../../domain/console/line.ts'
import { PanelError } from '../../domain/shared/errors.ts'
import { History } from './history.ts'
import { Keyboard } from './keyboard.ts'
import { LineSeat, type LineViewer } from './seat.ts'

const OPEN_MS = 20_000
/** How far one viewer may fall behind the others; past it the line lets go of him, and his page comes back by itself. */
const MAX_BEHIND = 1 << 20

export type LineRules = {
  /** Bytes that are said again to who comes later; 0: none. */
  replayBytes: number
  /** How long they are kept after the last viewer, milliseconds. */
  keepMs: number
  /** How long the line itself stays open after the last viewer, milliseconds. */
  lingerMs: number
  /** One types at a time, others ask him; else all may. */
  oneTypes: boolean
  /** How long who is asked for the keyboard has to answer, milliseconds. */
  askMs?: number
}

const plain: LineRules = { replayBytes: 0, keepMs: 0, lingerMs: 0, oneTypes: false }
const anybody: LineViewer = { account_id: 0, mode: 'control' }

/** What a line may be able to do besides: `sendBreak`, and the events `interrupted` and `resumed`. */
type Device = Duplex & { sendBreak?: () => Promise<void> }

/**
 * Lines that have one reader only (a serial port), each shared by all who ask for it: opened for the first, closed after the
 * last. Everybody hears everything from when he joins, and what is kept of before.
 */
export class SharedLines {
  #lines = new Map<string, Line>()
  #histories = new Map<string, { history: History; of: string; timer?: NodeJS.Timeout }>()
  /** Lines that are over and not given back yet: a device with one session refuses the next until then. */
  #closing = new Map<string, Promise<void>>()
  readonly #onGone: (key: string) => void

  /** @param onGone a line is over and its device is closed, and nobody has asked for it since */
  constructor(onGone: (key: string) => void = () => {}) {
    this.#onGone = onGone
  }

  has = (key: string): boolean => this.#lines.has(key) || this.#closing.has(key)

  /**
   * @param open opens the line itself; its signal is not the caller's, whose leaving must not take it from others
   * @param of whose it is and by what way: a line of another `of` ends, and nobody hears what was said there
   * @returns one viewer's end of the line; destroying it is how he leaves. Throws what `open` threw, or the signal's reason.
   */
  join(
    key: string,
    open: (signal: AbortSignal) => Promise<Duplex>,
    signal: AbortSignal,
    viewer = anybody,
    rules = plain,
    of = '',
  ): Promise<LineSeat> {
    let line = this.#current(key, of)
    if (!line) {
      const before = this.#closing.get(key)
      const after = before
        ? async (until: AbortSignal) => {
            await before
            return open(until)
          }
        : open
      const made: Line = new Line(after, this.#historyOf(key, rules, of), rules, of, (closed) =>
        this.#over(key, made, closed),
      )
      this.#lines.set(key, made)
      line = made
    }
    return line.join(viewer, signal)
  }

  /** Sits down at a line that is open, or null. */
  joinOpen(key: string, viewer: LineViewer, signal: AbortSignal, of = ''): Promise<LineSeat> | null {
    return this.#current(key, of)?.join(viewer, signal) ?? null
  }

  /** The line that is open, unless it leads to what was there before: then it ends. */
  #current(key: string, of: string): Line | undefined {
    const line = this.#lines.get(key)
    if (!line || line.of === of) return line
    line.hangUp(new PanelError('device_unreachable', 'The console leads elsewhere now'))
    return undefined
  }

  /** Ends a line, for a reason that all hear. */
  end(key: string, fault: Error): void {
    this.#lines.get(key)?.hangUp(fault)
  }

  /** Resolves when all lines that are over have been given back. */
  async closed(): Promise<void> {
    await Promise.all(this.#closing.values())
  }

  #historyOf(key: string, { replayBytes }: LineRules, of: string): History {
    const kept = this.#histories.get(key)
    clearTimeout(kept?.timer)
    if (kept?.of === of) return kept.history
    this.#histories.delete(key)
    const history = new History(replayBytes)
    if (replayBytes > 0) this.#histories.set(key, { history, of })
    return history
  }

  #over(key: string, line: Line, closed: Promise<void>): void {
    if (this.#lines.get(key) !== line) return
    this.#lines.delete(key)
    const kept = this.#histories.get(key)
    if (kept) {
      clearTimeout(kept.timer)
      kept.timer = setTimeout(() => this.#histories.delete(key), line.rules.keepMs)
      kept.timer.unref()
    }
    this.#closing.set(key, closed)
    void closed.then(() => {
      if (this.#closing.get(key) === closed) this.#closing.delete(key)
      if (!this.has(key)) this.#onGone(key)
    })
  }
}

class Line {
  readonly rules: LineRules
  readonly of: string
  readonly history: History
  readonly #keyboard: Keyboard<LocalSeat> | null
  readonly #onOver: (closed: Promise<void>) => void
  #seats = new Set<LocalSeat>()
  #device: Device | null = null
  #opened: Promise<void>
  #state: LineStatus['state'] = 'open'
  #over = false
  #fault: Error | null = null
  #givenUp = new AbortController()
  #linger: NodeJS.Timeout | undefined

  constructor(
    open: (signal: AbortSignal) => Promise<Duplex>,
    history: History,
    rules: LineRules,
    of: string,
    onOver: (closed: Promise<void>) => void,
  ) {
    this.rules = rules
    this.of = of
    this.history = history
    this.#onOver = onOver
    this.#keyboard = rules.oneTypes
      ? new Keyboard<LocalSeat>(
          () => this.#tellAll(),
          (seat) => seat.tell({ type: 'kept' }),
          rules.askMs,
        )
      : null
    this.#opened = open(AbortSignal.any([this.#givenUp.signal, AbortSignal.timeout(OPEN_MS)])).then(
      (device) => this.#connect(device),
      (fault) => {
        this.hangUp()
        throw fault
      },
    )
    // Whoever waits hears of it; when all have left, nobody has to.
    this.#opened.catch(() => {})
  }

  async join(viewer: LineViewer, signal: AbortSignal): Promise<LineSeat> {
    clearTimeout(this.#linger)
    const seat = new LocalSeat(this, viewer)
    this.#seats.add(seat)
    const leave = () => seat.destroy()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      await Promise.race([this.#opened, seat.gone])
      signal.throwIfAborted()
      return seat
    } catch (fault) {
      seat.destroy()
      throw signal.aborted ? signal.reason : fault
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  leave(seat: LocalSeat): void {
    if (!this.#seats.delete(seat)) return
    this.#keyboard?.leave(seat)
    if (this.#seats.size > 0)
      this.wake() // perhaps all the others were waiting for this one
    else if (this.rules.lingerMs > 0 && this.#device && !this.#over) {
      this.wake()
      this.#linger = setTimeout(() => this.hangUp(), this.rules.lingerMs)
    } else this.hangUp()
  }

  say(seat: LocalSeat, chunk: Buffer, done: () => void): void {
    const heard = seat.mode === 'control' && (this.#keyboard?.mayType(seat) ?? true)
    if (heard && this.#device && !this.#over) this.#device.write(chunk, done)
    else done()
  }

  command(seat: LocalSeat, { type }: LineCommand): void {
    if (type === 'ask') this.#keyboard?.ask(seat)
    else if (type === 'break') void this.#break(seat)
    else this.#keyboard?.answer(seat, type === 'give')
  }

  statusFor(seat: LocalSeat): LineStatus {
    const all = { keyboard: 'all', typist: null, asked_by: null, asking: false } as const
    return {
      type: 'status',
      state: this.#state,
      ...(this.#keyboard?.statusFor(seat) ?? all),
      can_break: this.#device?.sendBreak !== undefined,
    }
  }

  /** Somebody has room again. */
  wake(): void {
    if (!this.#over) this.#device?.resume()
  }

  async #break(seat: LocalSeat): Promise<void> {
    if (seat.mode !== 'control' || !(this.#keyboard?.mayType(seat) ?? true)) return
    try {
      await this.#device?.sendBreak?.()
    } catch (fault) {
      const words =
        PanelError.from(fault).code === 'internal' ? 'The break could not be sent' : (fault as Error).message
      seat.tell({ type: 'fault', words })
    }
  }

  #tellAll(): void {
    for (const seat of this.#seats) seat.tell(this.statusFor(seat))
  }

  #connect(device: Device): void {
    device.on('error', (fault) => {
      this.#fault ??= fault // `close` follows
    })
    if (this.#over) {
      device.destroy()
      return
    }
    this.#device = device
    // Before anybody has read a byte, so that each begins with what was said until now.
    for (const seat of this.#seats) this.#seat(seat)
    device.on('data', (chunk: Buffer) => {
      if (this.rules.replayBytes > 0) this.history.add(chunk)
      let isFull = this.#seats.size > 0
      for (const seat of this.#seats) {
        seat.hear(chunk)
        isFull &&= seat.isFull
      }
      // The line waits for the quickest, as it would for a single reader; who is slower has MAX_BEHIND.
      if (isFull) device.pause()
    })
    device.on('interrupted', () => this.#set('interrupted'))
    device.on('resumed', () => this.#set('open'))
    device.once('end', () => this.hangUp(this.#fault))
    device.once('close', () => this.hangUp(this.#fault))
    if (device.destroyed) this.hangUp()
  }

  /** Called for each before its first byte. */
  seated(seat: LocalSeat): void {
    if (this.#device) this.#seat(seat)
  }

  #seat(seat: LocalSeat): void {
    seat.begin(this.history)
    this.#keyboard?.join(seat)
  }

  #set(state: LineStatus['state']): void {
    this.#state = state
    this.#tellAll()
  }

  hangUp(fault: Error | null = null): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#linger)
    this.#keyboard?.stop()
    this.#givenUp.abort()
    this.#onOver(this.#close())
    for (const seat of [...this.#seats]) seat.hangUp(fault)
  }

  /** Resolves when the device has been given back. */
  async #close(): Promise<void> {
    await this.#opened.catch(() => {})
    const device = this.#device
    if (!device || device.closed) return
    const closed = new Promise<void>((resolve) => device.once('close', resolve))
    device.destroy()
    await closed
  }
}

/** What one viewer holds of a line. */
class LocalSeat extends LineSeat {
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
