import { Duplex } from 'node:stream'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, quote } from '../../shared/text.ts'
import { creditFrame, type Frame, FrameReader, frame, MAX_FRAME, WINDOW } from './frames.ts'
import { type Datagrams, RelayError, type Route } from './route.ts'

/** What speaks on one channel of a relay. */
type Channel = {
  opened(): void
  heard(payload: Buffer): void
  credit(count: number): void
  /** Something is wrong, and it goes on. */
  trouble(error: Error): void
  /** It is over; null: in good order. */
  over(error: Error | null): void
}

const MAX_HELLO_MS = 15_000
/** Datagrams are dropped rather than kept while more than this waits to leave. */
const MAX_BEHIND = 1 << 20

/** The panel's end of a relay: see `relay.py` for the frames. */
export class RelayClient implements Route {
  /** Settles when the relay is gone. */
  readonly closed: Promise<void>
  readonly #stream: Duplex
  readonly #channels = new Map<number, Channel>()
  readonly #reader = new FrameReader()
  #next = 1
  #over: RelayError | null = null
  #hello: ((error: Error | null) => void) | null = null

  private constructor(stream: Duplex) {
    this.#stream = stream
    this.closed = new Promise((resolve) => {
      stream.once('close', () => {
        this.#end(new RelayError('lost', msg`The connection to the proxy was lost`))
        resolve()
      })
    })
    stream.on('error', (cause) => this.#end(new RelayError('lost', textOf(cause), { cause })))
    stream.once('end', () => stream.destroy())
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const one of this.#reader.push(chunk)) this.#heard(one)
      } catch (cause) {
        this.#end(new RelayError('protocol_error', textOf(cause), { cause }))
        stream.destroy()
      }
    })
  }

  /** @param stream the relay's input and output @throws RelayError `protocol_error` when it does not greet as one */
  static async start(stream: Duplex, signal: AbortSignal): Promise<RelayClient> {
    const client = new RelayClient(stream)
    const patience = AbortSignal.any([signal, AbortSignal.timeout(MAX_HELLO_MS)])
    try {
      await new Promise<void>((resolve, reject) => {
        const settle = (error: Error | null) => {
          patience.removeEventListener('abort', onAbort)
          error ? reject(error) : resolve()
        }
        const onAbort = () => settle(new RelayError('protocol_error', msg`The proxy did not answer in time`))
        client.#hello = settle
        patience.addEventListener('abort', onAbort, { once: true })
        if (patience.aborted) onAbort()
      })
      return client
    } catch (error) {
      client.close()
      throw signal.aborted ? signal.reason : error
    }
  }

  get isOver(): boolean {
    return this.#over !== null
  }

  close(): void {
    this.#end(new RelayError('lost', msg`The connection to the proxy was closed`))
    this.#stream.destroy()
  }

  async udp(address: string, port: number, signal: AbortSignal): Promise<Datagrams> {
    const packets: ((packet: Buffer) => void)[] = []
    const failures: ((error: Error) => void)[] = []
    const { id } = await this.#open({ protocol: 'udp', address, port }, signal, () => ({
      heard: (payload) => {
        for (const listener of packets) listener(Buffer.from(payload))
      },
      credit() {},
      trouble: (error) => {
        for (const listener of failures) listener(error)
      },
      over(error) {
        this.trouble?.(error ?? new RelayError('lost', msg`The proxy closed the connection`))
      },
    }))
    return {
      send: (packet) => {
        if (this.#channels.has(id) && this.#stream.writableLength < MAX_BEHIND)
          this.#stream.write(frame('D', id, packet))
      },
      onPacket: (listener) => void packets.push(listener),
      onFailure: (listener) => void failures.push(listener),
      close: () => this.#leave(id),
    }
  }

  async tcp(address: string, port: number, signal: AbortSignal): Promise<Duplex> {
    const { made } = await this.#open({ protocol: 'tcp', address, port }, signal, (id) => {
      const stream = new RelayStream(
        (bytes) => this.#stream.write(bytes),
        id,
        () => this.#leave(id),
      )
      return {
        stream,
        heard: (payload: Buffer) => stream.heard(payload),
        credit: (count: number) => stream.credit(count),
        trouble() {},
        over: (error: Error | null) => stream.over(error),
      }
    })
    return made.stream
  }

  #open<Made extends Omit<Channel, 'opened'>>(
    target: { protocol: 'udp' | 'tcp'; address: string; port: number },
    signal: AbortSignal,
    make: (id: number) => Made,
  ): Promise<{ id: number; made: Made }> {
    return new Promise((resolve, reject) => {
      if (this.#over) return reject(this.#over)
      if (signal.aborted) return reject(signal.reason)
      const id = this.#next++
      const made = make(id)
      const onAbort = () => {
        this.#leave(id)
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const settled = () => signal.removeEventListener('abort', onAbort)
      this.#channels.set(id, {
        ...made,
        opened: () => {
          settled()
          this.#channels.set(id, { ...made, opened() {}, heard: made.heard, over: (error) => made.over(error) })
          resolve({ id, made })
        },
        over: (error) => {
          settled()
          reject(error ?? new RelayError('refused', msg`The proxy closed the connection`))
        },
      })
      this.#stream.write(frame('O', id, Buffer.from(JSON.stringify(target))))
    })
  }

  #leave(id: number): void {
    if (this.#channels.delete(id) && !this.#over) this.#stream.write(frame('C', id))
  }

  #heard({ kind, channel, payload }: Frame): void {
    if (kind === 'H') {
      this.#hello?.(
        isHello(payload)
          ? null
          : new RelayError('protocol_error', msg`This is not the proxy, or a different version of it`),
      )
      this.#hello = null
      return
    }
    if (this.#hello) throw new RangeError('The relay did not greet')
    const one = this.#channels.get(channel)
    if (!one) return
    const words = () => quote(payload.toString('utf8').slice(0, 200))
    if (kind === 'K') one.opened()
    else if (kind === 'D') one.heard(payload)
    else if (kind === 'W' && payload.length === 4) one.credit(payload.readUInt32BE())
    else if (kind === 'R') one.trouble(new RelayError('refused', words()))
    else if (kind === 'C' || kind === 'E') {
      this.#channels.delete(channel)
      one.over(kind === 'E' ? new RelayError('refused', words()) : null)
    }
  }

  #end(error: RelayError): void {
    if (this.#over) return
    this.#over = error
    this.#hello?.(error)
    for (const one of this.#channels.values()) one.over(error)
    this.#channels.clear()
  }
}

function isHello(payload: Buffer): boolean {
  try {
    const said = JSON.parse(payload.toString('utf8')) as { relay?: unknown; version?: unknown }
    return said.relay === 'datahall' && said.version === 1
  } catch {
    return false
  }
}

/** A TCP connection of the relay's host. Neither side sends more than the other has granted. */
class RelayStream extends Duplex {
  readonly #send: (bytes: Buffer) => void
  readonly #id: number
  readonly #leave: () => void
  #room = WINDOW
  #taken = 0
  #rest: { bytes: Buffer; done: () => void } | null = null

  constructor(send: (bytes: Buffer) => void, id: number, leave: () => void) {
    super({ allowHalfOpen: false })
    this.#send = send
    this.#id = id
    this.#leave = leave
    // A channel that was released gets no more data; `close` follows in any case.
    this.on('error', () => {})
  }

  heard(payload: Buffer): void {
    this.#taken += payload.length
    // A frame is a part of what was read at once: kept as it is, it would keep all of that.
    if (this.push(Buffer.from(payload))) this.#giveCredit()
  }

  credit(count: number): void {
    this.#room += count
    this.#flush()
  }

  over(error: Error | null): void {
    if (error) this.destroy(error)
    else this.push(null)
  }

  override _read(): void {
    this.#giveCredit()
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#rest = { bytes, done }
    this.#flush()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#leave()
    callback(error)
  }

  #giveCredit(): void {
    if (this.#taken === 0) return
    this.#send(creditFrame(this.#id, this.#taken))
    this.#taken = 0
  }

  #flush(): void {
    while (this.#rest && this.#room > 0) {
      const { bytes, done } = this.#rest
      const count = Math.min(bytes.length, this.#room, MAX_FRAME)
      this.#room -= count
      this.#send(frame('D', this.#id, bytes.subarray(0, count)))
      if (count < bytes.length) this.#rest = { bytes: bytes.subarray(count), done }
      else {
        this.#rest = null
        done()
      }
    }
  }
}
