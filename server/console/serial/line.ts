import type { Duplex } from 'node:stream'
import type { LineCommand, LineStatus } from '../../domain/console/line.ts'
import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { told } from '../failure.ts'
import type { History } from './history.ts'
import { Keyboard } from './keyboard.ts'
import type { LineRules } from './line-rules.ts'
import { LocalSeat } from './local-subscriber.ts'
import type { LineSeat, LineViewer } from './subscriber.ts'

const OPEN_MS = 20_000

/** What a line may be able to do besides: `sendBreak`, and the events `interrupted` and `resumed`. */
type Device = Duplex & { sendBreak?: () => Promise<void> }

/** One line: its device, who sits at it, and who of them may type. It opens when it is made, and is over once. */
export class Line {
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
        PanelError.from(fault).code === 'internal'
          ? msg`The break could not be sent`.toString()
          : told(PanelError.from(fault).text)
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
      // The line waits for the quickest, as it would for a single reader; who is slower has a bound (see LocalSeat).
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
