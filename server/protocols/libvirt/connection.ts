import type { Duplex } from 'node:stream'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { ConnectionLostError, LibvirtError, ProtocolError } from './errors.ts'
import type { Domain, Lane, LifecycleEvent, Procedure } from './procedures.ts'
import { lifecycleEventNumber, procedures, readLifecycleEvent } from './procedures.ts'
import { LibvirtStream } from './stream.ts'
import { encodeMessage, type Header, MessageSplitter, messageStatus, messageType, program } from './wire.ts'
import { XdrReader, XdrWriter } from './xdr.ts'

type Waiting = { settle: (status: number, body: Buffer) => void; lose: (error: Error) => void }

type Queued = { lane: Lane; send: () => void; lose: (error: Error) => void }

// Two and two, one left over for the heartbeat: five together (see Lane).
const places: Record<Lane, number> = { fast: 2, slow: 2 }
const heartbeatEveryMs = 4_000
const heartbeatPatienceMs = 7_000
const heartbeatLateMs = 1_000
const keepalivePing = 1
const keepalivePong = 2

/** One conversation with a libvirt daemon over any byte stream; made by `openLibvirt`. */
export class LibvirtConnection {
  /** Settles once: with the cause, or null after `close()`. */
  readonly closed: Promise<Error | null>
  readonly #transport: Duplex
  readonly #splitter = new MessageSplitter()
  readonly #waiting = new Map<number, Waiting>()
  readonly #streams = new Map<number, LibvirtStream>()
  readonly #listeners = new Set<(event: LifecycleEvent) => void>()
  readonly #queue: Queued[] = []
  readonly #busy: Record<Lane, number> = { fast: 0, slow: 0 }
  readonly #heartbeat: NodeJS.Timeout
  #serial = 0
  #over: Error | null = null
  #finish: (cause: Error | null) => void = () => {}

  constructor(transport: Duplex) {
    this.#transport = transport
    this.closed = new Promise((resolve) => {
      this.#finish = resolve
    })
    transport.on('data', (chunk: Buffer) => this.#receive(chunk))
    transport.on('error', (error: Error) => this.#end(error))
    transport.on('end', () => this.#end(new ConnectionLostError(msg`libvirt closed the connection`)))
    transport.on('close', () => this.#end(new ConnectionLostError(msg`libvirt closed the connection`)))
    this.#heartbeat = setTimeout(() => this.#beat(), heartbeatEveryMs).unref()
  }

  close(): void {
    this.#end(null)
  }

  #end(cause: Error | null): void {
    if (this.#over) return
    this.#over = cause ?? new ConnectionLostError(msg`The connection was closed`)
    clearTimeout(this.#heartbeat)
    this.#transport.destroy()
    for (const waiting of [...this.#waiting.values()]) waiting.lose(this.#over)
    for (const stream of [...this.#streams.values()]) stream.lose()
    this.#waiting.clear()
    this.#streams.clear()
    for (const queued of this.#queue.splice(0)) queued.lose(this.#over)
    this.#finish(cause)
  }

  /** A daemon may hang while its host answers pings: without an answer in time the connection is over. */
  #beat(): void {
    let due = performance.now() + heartbeatPatienceMs
    const patience = setTimeout(() => {
      // Without reading, or after a pause of this process, a missing answer proves nothing.
      const late = performance.now() - due > heartbeatLateMs
      due = performance.now() + heartbeatPatienceMs
      if (late || this.#transport.isPaused()) patience.refresh()
      else this.#end(new ConnectionLostError(msg`libvirt does not answer`))
    }, heartbeatPatienceMs).unref()
    this.#transmit(procedures.libraryVersion, undefined, {
      settle: () => {
        clearTimeout(patience)
        this.#heartbeat.refresh()
      },
      lose: () => clearTimeout(patience),
    })
  }

  #receive(chunk: Buffer): void {
    try {
      for (const { header, body } of this.#splitter.feed(chunk)) {
        if (!this.#over) this.#dispatch(header, body)
      }
    } catch (error) {
      this.#end(error instanceof Error ? error : new ProtocolError(textOf(error)))
    }
  }

  #dispatch(header: Header, body: Buffer): void {
    if (header.program === program.keepalive) {
      if (header.procedure === keepalivePing) {
        this.#transport.write(encodeMessage({ ...header, procedure: keepalivePong }, Buffer.alloc(0)))
      }
    } else if (header.type === messageType.reply) {
      // Absent: a call that has been given up.
      const waiting = this.#waiting.get(header.serial)
      this.#waiting.delete(header.serial)
      waiting?.settle(header.status, body)
    } else if (header.type === messageType.stream) {
      this.#streams.get(header.serial)?.receive(header.status, body)
    } else if (header.type === messageType.event && header.procedure === lifecycleEventNumber) {
      const reader = new XdrReader(body)
      reader.int()
      const event = readLifecycleEvent(reader)
      for (const listener of [...this.#listeners]) listener(event)
    }
  }

  #transmit<A, R>(procedure: Procedure<A, R>, args: A, waiting: Waiting): number {
    const writer = new XdrWriter()
    procedure.encode(writer, args)
    this.#serial = (this.#serial + 1) >>> 0
    const serial = this.#serial
    const header = {
      program: procedure.program,
      procedure: procedure.number,
      type: messageType.call,
      serial,
      status: 0,
    }
    this.#waiting.set(serial, waiting)
    this.#transport.write(encodeMessage(header, writer.finish()))
    return serial
  }

  #dequeue(): void {
    for (let i = 0; i < this.#queue.length; ) {
      const queued = this.#queue[i]!
      if (this.#busy[queued.lane] >= places[queued.lane]) {
        i++
        continue
      }
      this.#queue.splice(i, 1)
      this.#busy[queued.lane]++
      queued.send()
    }
  }

  /**
   * One call and its answer. An abort forgets the call (libvirt has no way to withdraw one): it may still take effect.
   *
   * @throws LibvirtError refused · ConnectionLostError · ProtocolError (the connection is closed then)
   */
  call<A, R>(procedure: Procedure<A, R>, args: A, signal: AbortSignal): Promise<R> {
    return this.#call(procedure, args, signal).then(({ value }) => value)
  }

  #call<A, R>(
    procedure: Procedure<A, R>,
    args: A,
    signal: AbortSignal,
    onSent: (serial: number) => void = () => {},
  ): Promise<{ value: R; serial: number }> {
    return new Promise((resolve, reject) => {
      if (this.#over) return reject(this.#over)
      if (signal.aborted) return reject(signal.reason)
      let serial = 0
      const abandon = () => {
        const position = this.#queue.indexOf(queued)
        if (position >= 0) this.#queue.splice(position, 1)
        reject(signal.reason)
      }
      const done = () => {
        signal.removeEventListener('abort', abandon)
        this.#busy[procedure.lane]--
        this.#dequeue()
      }
      const lose = (error: Error) => {
        signal.removeEventListener('abort', abandon)
        reject(error)
      }
      const queued: Queued = {
        lane: procedure.lane,
        lose,
        send: () => {
          serial = this.#transmit(procedure, args, {
            settle: (status, body) => {
              done()
              try {
                if (status !== messageStatus.ok) reject(readError(body))
                else resolve({ value: procedure.decode(new XdrReader(body)), serial })
              } catch (error) {
                reject(error)
                throw error
              }
            },
            lose,
          })
          onSent(serial)
        },
      }
      signal.addEventListener('abort', abandon, { once: true })
      this.#queue.push(queued)
      this.#dequeue()
    })
  }

  /** Life cycle of every domain, once `registerDomainEvent` was called. Returns the way to stop listening. */
  onLifecycle(listener: (event: LifecycleEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The console of a running domain as a two-way stream; `device` null is the first one. Flow control is that of the whole
   * connection (the protocol has none per stream), so a console deserves a connection of its own.
   */
  async openConsole(domain: Domain, device: string | null, flags: number, signal: AbortSignal): Promise<Duplex> {
    const procedure = procedures.openConsole
    let stream: LibvirtStream | undefined
    const onSent = (serial: number) => {
      const header = { program: procedure.program, procedure: procedure.number, type: messageType.stream, serial }
      stream = new LibvirtStream({
        send: (status, body, sent) => {
          if (!this.#over) this.#transport.write(encodeMessage({ ...header, status }, body), () => sent())
        },
        pause: () => this.#transport.pause(),
        resume: () => this.#transport.resume(),
        forget: () => this.#streams.delete(serial),
      })
      // Data may follow the reply in the same packet.
      this.#streams.set(serial, stream)
    }
    try {
      await this.#call(procedure, { domain, device, flags }, signal, onSent)
      if (!stream) throw new ProtocolError(msg`The console has no stream`)
      return stream
    } catch (error) {
      stream?.destroy()
      throw error
    }
  }
}

/** virNetMessageError: only the first fields matter, the rest is legacy. */
function readError(body: Buffer): LibvirtError {
  const reader = new XdrReader(body)
  const code = reader.int()
  const domain = reader.int()
  const message = reader.optional(() => reader.string())
  return new LibvirtError(code, domain, message ?? `libvirt error ${code}`)
}

/** Starts the conversation: only daemons that ask for no further authentication (as they do for root) are taken. */
export async function openLibvirt(transport: Duplex, uri: string, signal: AbortSignal): Promise<LibvirtConnection> {
  const connection = new LibvirtConnection(transport)
  try {
    const ways = await connection.call(procedures.authList, undefined, signal)
    const authNone = 0
    if (ways.length > 0 && !ways.includes(authNone)) {
      throw new LibvirtError(45, 0, 'libvirt asks for authentication on its socket')
    }
    await connection.call(procedures.open, uri, signal)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
