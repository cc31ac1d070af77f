import { Duplex } from 'node:stream'
import { pause } from '../../../shared/abort.ts'
import { Semaphore } from '../../../shared/semaphore.ts'
import { msg } from '../../../shared/text.ts'
import { IpmiError } from '../errors.ts'
import { payloadType } from '../packet.ts'
import type { IpmiSession } from '../session.ts'
import { cipherSuite } from '../suites.ts'
import { activateSol, deactivateSol } from './activate.ts'
import { SolLine } from './line.ts'
import { operation, status } from './packet.ts'

export type SolOptions = {
  /** End a console that another session has. */
  takeOver?: boolean
  /** Milliseconds without requests after which the session is asked for a sign of life. */
  keepAliveMs?: number
  /** How long a lost line is sought, milliseconds; 0: not at all. */
  recoveryMs?: number
  /** Waits before a packet is sent again. */
  patience?: readonly number[]
  /** Turns the error that the stream fails with into that of the caller. */
  words?: (error: unknown) => unknown
}

const usual = { keepAliveMs: 10_000, recoveryMs: 60_000 }
/** Characters held for a slow reader; beyond, the controller is not acknowledged and holds them itself. */
const readAhead = 64 * 1024
const longestPause = 5_000

/**
 * The serial console of a server as a stream. It has a session of its own, which it opens by `connect` and closes.
 * Emits `interrupted` (error) when the line is lost and `resumed` when it is back; what was written meanwhile is kept.
 * Fails with IpmiError `taken` when another console took over, and with the cause when a lost line does not come back.
 */
export class SolStream extends Duplex {
  readonly #connect: (signal: AbortSignal) => Promise<IpmiSession>
  readonly #options: SolOptions
  readonly #end = new AbortController()
  readonly #turn = new Semaphore(1)
  #session: IpmiSession | null = null
  #line: SolLine | null = null
  #resumed: (() => void)[] = []
  #full = false
  /** The controller has ended it: what is active now belongs to another session. */
  #taken = false

  private constructor(connect: (signal: AbortSignal) => Promise<IpmiSession>, options: SolOptions) {
    super({ readableHighWaterMark: readAhead, writableHighWaterMark: 4_096, allowHalfOpen: false })
    this.#connect = connect
    this.#options = options
  }

  /** Opens the console. @throws IpmiError busy when another session has it and `takeOver` is not set */
  static async open(
    connect: (signal: AbortSignal) => Promise<IpmiSession>,
    options: SolOptions,
    signal: AbortSignal,
  ): Promise<SolStream> {
    const stream = new SolStream(connect, options)
    await stream.#activate(options.takeOver ?? false, signal)
    return stream
  }

  /** Sends a break. @throws IpmiError when the line is lost */
  async sendBreak(): Promise<void> {
    // Behind what is being written: a line has one packet under way.
    const leave = await this.#turn.acquire(this.#end.signal)
    try {
      if (!this.#line) throw new IpmiError('closed', msg`The serial line is interrupted`)
      await this.#line.signal(operation.break)
    } finally {
      leave()
    }
  }

  override _read(): void {
    this.#full = false
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#deliver(chunk).then(() => done(), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end.abort(error ?? new IpmiError('closed', msg`The console was closed`))
    const session = this.#session
    this.#drop(new IpmiError('closed', msg`The console was closed`))
    this.#wake()
    if (!session || session.ended) {
      done(error)
      return
    }
    const left = this.#taken ? Promise.resolve() : deactivateSol(session, AbortSignal.timeout(2_000))
    left
      .catch(() => {})
      .then(() => session.close())
      .then(() => done(error))
  }

  async #deliver(chunk: Buffer): Promise<void> {
    const leave = await this.#turn.acquire(this.#end.signal)
    try {
      for (let rest = chunk; rest.length > 0; ) {
        const line = this.#line ?? (await this.#nextLine())
        try {
          await line.write(rest, (taken) => {
            rest = rest.subarray(taken)
          })
        } catch (error) {
          if (this.destroyed) throw error
          if (line === this.#line) this.#lost(error as Error)
        }
      }
    } finally {
      leave()
    }
  }

  async #nextLine(): Promise<SolLine> {
    while (!this.#line) {
      if (this.#end.signal.aborted) throw this.#end.signal.reason
      await new Promise<void>((resolve) => this.#resumed.push(resolve))
    }
    return this.#line
  }

  async #activate(takeOver: boolean, signal: AbortSignal): Promise<void> {
    const session = await this.#connect(signal)
    try {
      const suite = session.suite === null ? undefined : cipherSuite(session.suite)
      if (!suite) throw new IpmiError('refused', msg`Serial over LAN needs a session of IPMI 2.0`)
      // The controller may send at once.
      const early: Buffer[] = []
      session.listen(payloadType.sol, (payload) => early.length < 64 && early.push(payload))
      const modes = { encrypted: suite.encrypts, authenticated: suite.integrityLength > 0, takeOver }
      const maxCharacters = await activateSol(session, modes, signal)
      const line = new SolLine({
        send: (payload) => session.send(payloadType.sol, payload),
        maxCharacters,
        onCharacters: (characters) => this.#characters(characters),
        onFlags: (flags) => this.#flags(flags, line),
        patience: this.#options.patience,
      })
      if (this.destroyed) throw this.#end.signal.reason
      this.#session = session
      this.#line = line
      session.onEnd((error) => {
        if (session === this.#session) this.#lost(error)
      })
      session.listen(payloadType.sol, (payload) => line.receive(payload))
      session.keepAlive(this.#options.keepAliveMs ?? usual.keepAliveMs)
      for (const payload of early) line.receive(payload)
    } catch (error) {
      await session.close()
      throw error
    }
  }

  #characters(characters: Buffer): boolean {
    if (this.#full || this.destroyed) return false
    this.#full = !this.push(characters)
    return true
  }

  #flags(flags: number, line: SolLine): void {
    if (line !== this.#line || (flags & status.deactivating) === 0) return
    this.#taken = true
    this.#fail(new IpmiError('taken', msg`The serial console was taken over or turned off`))
  }

  #drop(error: Error): void {
    this.#line?.stop(error)
    this.#line = null
    this.#session = null
  }

  #fail(error: Error): void {
    const told = this.#options.words?.(error) ?? error
    this.destroy(told instanceof Error ? told : error)
  }

  #wake(): void {
    for (const resume of this.#resumed.splice(0)) resume()
  }

  #lost(error: Error): void {
    if (this.destroyed || !this.#line) return
    const session = this.#session
    this.#drop(error)
    void session?.close()
    const limit = this.#options.recoveryMs ?? usual.recoveryMs
    if (limit <= 0) {
      this.#fail(error)
      return
    }
    this.emit('interrupted', error)
    void this.#recover(error, limit)
  }

  /** Opens the line again; what stands in its way then is most likely our own lost session, so it is taken over. */
  async #recover(cause: Error, limitMs: number): Promise<void> {
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(limitMs)])
    for (let wait = 250; !this.destroyed; wait = Math.min(wait * 2, longestPause)) {
      try {
        await this.#activate(true, signal)
        this.emit('resumed')
        this.#wake()
        return
      } catch (error) {
        if (this.destroyed) return
        if (signal.aborted) return this.#fail(cause)
        // What will not change by waiting.
        const final = error instanceof IpmiError && ['password', 'user', 'identity', 'privilege'].includes(error.kind)
        if (final) return this.#fail(error)
        await pause(wait, signal).catch(() => {})
      }
    }
  }
}
