import type { Duplex } from 'node:stream'
import type { LineCommand, LineStatus } from '../../domain/console/line.ts'
import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { failureText } from '../failure.ts'
import type { History } from './history.ts'
import { Keyboard } from './keyboard.ts'
import type { LineRules } from './line-rules.ts'
import { LocalSubscriber } from './local-subscriber.ts'
import type { LineSubscriber, LineViewer } from './subscriber.ts'

const OPEN_MS = 20_000

/** Optional abilities of a device: `sendBreak`, and the events `interrupted` and `resumed`. */
type Device = Duplex & { sendBreak?: () => Promise<void> }

/** One line: its device, its subscribers, and which of them may type. Opened when constructed, closed once. */
export class Line {
  readonly rules: LineRules
  readonly of: string
  readonly history: History
  readonly #keyboard: Keyboard<LocalSubscriber> | null
  readonly #onOver: (closed: Promise<void>) => void
  #subscribers = new Set<LocalSubscriber>()
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
      ? new Keyboard<LocalSubscriber>(
          () => this.#notifyAll(),
          (subscriber) => subscriber.notify({ type: 'kept' }),
          rules.askMs,
        )
      : null
    this.#opened = open(AbortSignal.any([this.#givenUp.signal, AbortSignal.timeout(OPEN_MS)])).then(
      (device) => this.#connect(device),
      (fault) => {
        this.close()
        throw fault
      },
    )
    // Joins in progress receive the error; without any it must not be an unhandled rejection.
    this.#opened.catch(() => {})
  }

  async join(viewer: LineViewer, signal: AbortSignal): Promise<LineSubscriber> {
    clearTimeout(this.#linger)
    const subscriber = new LocalSubscriber(this, viewer)
    this.#subscribers.add(subscriber)
    const leave = () => subscriber.destroy()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      await Promise.race([this.#opened, subscriber.gone])
      signal.throwIfAborted()
      return subscriber
    } catch (fault) {
      subscriber.destroy()
      throw signal.aborted ? signal.reason : fault
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  leave(subscriber: LocalSubscriber): void {
    if (!this.#subscribers.delete(subscriber)) return
    this.#keyboard?.leave(subscriber)
    if (this.#subscribers.size > 0)
      this.wake() // perhaps all the others were waiting for this one
    else if (this.rules.lingerMs > 0 && this.#device && !this.#over) {
      this.wake()
      this.#linger = setTimeout(() => this.close(), this.rules.lingerMs)
    } else this.close()
  }

  write(subscriber: LocalSubscriber, chunk: Buffer, done: () => void): void {
    const heard = subscriber.mode === 'control' && (this.#keyboard?.mayType(subscriber) ?? true)
    if (heard && this.#device && !this.#over) this.#device.write(chunk, done)
    else done()
  }

  command(subscriber: LocalSubscriber, { type }: LineCommand): void {
    if (type === 'ask') this.#keyboard?.ask(subscriber)
    else if (type === 'break') void this.#break(subscriber)
    else this.#keyboard?.answer(subscriber, type === 'give')
  }

  statusFor(subscriber: LocalSubscriber): LineStatus {
    const all = { keyboard: 'all', typist: null, asked_by: null, asking: false } as const
    return {
      type: 'status',
      state: this.#state,
      ...(this.#keyboard?.statusFor(subscriber) ?? all),
      can_break: this.#device?.sendBreak !== undefined,
    }
  }

  /** A subscriber has room again. */
  wake(): void {
    if (!this.#over) this.#device?.resume()
  }

  async #break(subscriber: LocalSubscriber): Promise<void> {
    if (subscriber.mode !== 'control' || !(this.#keyboard?.mayType(subscriber) ?? true)) return
    try {
      await this.#device?.sendBreak?.()
    } catch (fault) {
      const words =
        PanelError.from(fault).code === 'internal'
          ? msg`The break could not be sent`.toString()
          : failureText(PanelError.from(fault).text)
      subscriber.notify({ type: 'fault', words })
    }
  }

  #notifyAll(): void {
    for (const subscriber of this.#subscribers) subscriber.notify(this.statusFor(subscriber))
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
    // Before the first byte is read, so that each subscriber begins with the history up to now.
    for (const subscriber of this.#subscribers) this.#attach(subscriber)
    device.on('data', (chunk: Buffer) => {
      if (this.rules.replayBytes > 0) this.history.add(chunk)
      let isFull = this.#subscribers.size > 0
      for (const subscriber of this.#subscribers) {
        subscriber.onData(chunk)
        isFull &&= subscriber.isFull
      }
      // Output is paused only when all subscribers are full; a slow one is bounded by LocalSubscriber.
      if (isFull) device.pause()
    })
    device.on('interrupted', () => this.#set('interrupted'))
    device.on('resumed', () => this.#set('open'))
    device.once('end', () => this.close(this.#fault))
    device.once('close', () => this.close(this.#fault))
    if (device.destroyed) this.close()
  }

  /** Called for each subscriber before its first byte. */
  attached(subscriber: LocalSubscriber): void {
    if (this.#device) this.#attach(subscriber)
  }

  #attach(subscriber: LocalSubscriber): void {
    subscriber.begin(this.history)
    this.#keyboard?.join(subscriber)
  }

  #set(state: LineStatus['state']): void {
    this.#state = state
    this.#notifyAll()
  }

  close(fault: Error | null = null): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#linger)
    this.#keyboard?.stop()
    this.#givenUp.abort()
    this.#onOver(this.#closeDevice())
    for (const subscriber of [...this.#subscribers]) subscriber.close(fault)
  }

  /** Resolves when the device has been closed. */
  async #closeDevice(): Promise<void> {
    await this.#opened.catch(() => {})
    const device = this.#device
    if (!device || device.closed) return
    const closed = new Promise<void>((resolve) => device.once('close', resolve))
    device.destroy()
    await closed
  }
}
