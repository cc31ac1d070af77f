import { pause } from '../../shared/abort.ts'
import { Semaphore } from '../../shared/semaphore.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { u32 } from './bytes.ts'
import type { Channel } from './channel.ts'
import { completion, completionError, hasCode, IpmiError } from './errors.ts'
import type { Established } from './handshake.ts'
import type { Link, Patience } from './link.ts'
import { decodeMessage, encodeRequest, type IpmiMessage, type IpmiRequest, netFn } from './message.ts'
import { payloadType } from './packet.ts'

/** How often, and after which wait in milliseconds, a controller that is busy is asked again. */
const busyWaits = [200, 400, 800, 1_600]

/** One session with a controller: one request at a time, as controllers like it, and payloads of other types beside them. */
export class IpmiSession {
  readonly guid: Buffer | null
  /** Number of the cipher suite; null for IPMI 1.5. */
  readonly suite: number | null
  readonly #link: Link
  readonly #channel: Channel
  readonly #controllerId: number
  readonly #patience: Patience | undefined
  readonly #turn = new Semaphore(1)
  readonly #payloads = new Map<number, (payload: Buffer) => void>()
  readonly #ends = new Set<(error: IpmiError) => void>()
  #sequence = 0
  /** Message of the packet that is being received. Decoding is once per packet: replays are refused the second time. */
  #message: IpmiMessage | null = null
  #keepAlive: NodeJS.Timeout | undefined
  #lastUse = Date.now()
  #ended: IpmiError | null = null

  constructor(link: Link, established: Established, options: { suite: number | null; patience?: Patience }) {
    this.guid = established.guid
    this.suite = options.suite
    this.#link = link
    this.#channel = established.channel
    this.#controllerId = established.controllerId
    this.#patience = options.patience
    link.listen((packet) => this.#receive(packet))
  }

  /** Whether the session was closed or lost. */
  get ended(): boolean {
    return this.#ended !== null
  }

  /** When a request was last sent, milliseconds of the clock. */
  get lastUse(): number {
    return this.#lastUse
  }

  /**
   * Sends a request and answers the data behind the completion code. A controller that stays silent ends the session.
   * @throws IpmiError refused or privilege with the completion code, timeout, closed; or the signal's reason
   */
  async command(request: IpmiRequest, signal: AbortSignal): Promise<Buffer> {
    const leave = await this.#turn.acquire(signal)
    try {
      for (let attempt = 0; ; attempt++) {
        const data = await this.#exchange(request, signal)
        if (data[0] === completion.ok) return data.subarray(1)
        const wait = busyWaits[attempt]
        if (data[0] !== completion.busy || wait === undefined) throw completionError(data[0]!)
        await pause(wait, signal)
      }
    } finally {
      leave()
    }
  }

  /** Hears payloads of a type other than messages, until the returned function is called; one listener a type. */
  listen(type: number, listener: (payload: Buffer) => void): () => void {
    this.#payloads.set(type, listener)
    return () => {
      if (this.#payloads.get(type) === listener) this.#payloads.delete(type)
    }
  }

  /** Sends a payload of a type other than messages, once. */
  send(type: number, payload: Buffer): void {
    if (!this.#ended) this.#link.send(this.#channel.seal(type, payload))
  }

  /** Tells once when the session ends by itself. Returns the function that ends the listening. */
  onEnd(listener: (error: IpmiError) => void): () => void {
    this.#ends.add(listener)
    return () => this.#ends.delete(listener)
  }

  /** Asks for the device id whenever nothing was asked for so many milliseconds: sessions at rest are dropped (6.12.15). */
  keepAlive(everyMs: number): void {
    clearInterval(this.#keepAlive)
    this.#keepAlive = setInterval(() => {
      if (Date.now() - this.#lastUse < everyMs) return
      // Silence ends the session by itself, and an error is a sign of life.
      this.command({ netFn: netFn.app, command: 0x01 }, AbortSignal.timeout(60_000)).catch(() => {})
    }, everyMs)
    this.#keepAlive.unref()
  }

  /** Closes the session (22.19), patiently for at most a second, and the socket. Never throws. */
  async close(): Promise<void> {
    if (this.#ended) return
    const request = { netFn: netFn.app, command: 0x3c, data: u32(this.#controllerId) }
    await this.#exchange(request, AbortSignal.timeout(1_000)).catch(() => {})
    this.#end(new IpmiError('closed', msg`The session was closed`))
  }

  async #exchange(request: IpmiRequest, signal: AbortSignal): Promise<Buffer> {
    if (this.#ended) throw new IpmiError('closed', textOf(this.#ended), { cause: this.#ended })
    this.#sequence = (this.#sequence + 1) & 0x3f
    const sequence = this.#sequence
    const message = encodeRequest(request, sequence)
    this.#lastUse = Date.now()
    try {
      return await this.#link.ask(
        () => this.#channel.seal(payloadType.ipmi, message),
        () => this.#take(request, sequence),
        signal,
        this.#patience,
      )
    } catch (error) {
      if (error instanceof IpmiError && error.kind !== 'closed') this.#end(error)
      throw error
    }
  }

  /** The answer that the packet just received carries, when it belongs to this request. */
  #take(request: IpmiRequest, sequence: number): Buffer | null {
    const answer = this.#message
    if (answer?.netFn !== (request.netFn | 1) || answer.command !== request.command) return null
    return answer.sequence === sequence && answer.data.length > 0 ? answer.data : null
  }

  #receive(packet: Buffer): void {
    this.#message = null
    const opened = this.#channel.open(packet)
    if (!opened) return
    if (opened.type === payloadType.ipmi) this.#message = decodeMessage(opened.payload)
    else this.#payloads.get(opened.type)?.(opened.payload)
  }

  #end(error: IpmiError): void {
    if (this.#ended) return
    this.#ended = error
    clearInterval(this.#keepAlive)
    this.#payloads.clear()
    this.#link.close()
    if (error.kind !== 'closed') for (const listener of this.#ends) listener(error)
    this.#ends.clear()
  }
}

/** Whether a request was refused for one of these reasons, which then means `fallback`. */
export const unless =
  <T>(fallback: T, ...codes: number[]) =>
  (error: unknown): T => {
    if (hasCode(error, ...codes)) return fallback
    throw error
  }
