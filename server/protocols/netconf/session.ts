import type { Duplex } from 'node:stream'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, quote } from '../../shared/text.ts'
import { NetconfError } from './errors.ts'
import { frame, MessageReader } from './framing.ts'
import { child, childrenOf, parseXml, serialize, textAt, type XmlElement, xml } from './xml.ts'

const base = 'urn:ietf:params:xml:ns:netconf:base:1.0'
const capability = { base10: 'urn:ietf:params:netconf:base:1.0', base11: 'urn:ietf:params:netconf:base:1.1' }

/** Capabilities of a hello; servers older than RFC 4741's final form say `xml:ns` in their names. */
function offered(hello: XmlElement): Set<string> {
  const uris = childrenOf(child(hello, 'capabilities'), 'capability').map((each) => each.text.trim())
  return new Set(uris.map((uri) => uri.replace(/^urn:ietf:params:xml:ns:netconf:/, 'urn:ietf:params:netconf:')))
}

export type NetconfOptions = {
  /** Wait for hello and for each answer, milliseconds. */
  answerMs: number
  /** Bytes of one message at most. */
  maxMessage: number
  /** Speaks only base 1.0, for servers that say 1.1 and mean something else. */
  only10: boolean
}

const defaults: NetconfOptions = { answerMs: 20_000, maxMessage: 8 << 20, only10: false }

type Waiting = { resolve: (reply: XmlElement) => void; reject: (error: Error) => void }

/**
 * A NETCONF session (RFC 6241) over an open stream, which is usually the `netconf` subsystem of an SSH connection (RFC
 * 6242). After a time-out or an abort in the middle of an answer the session is closed, because its state is unknown.
 */
export class NetconfSession {
  capabilities: ReadonlySet<string> = new Set()
  /** Number the server gave the session; lock-denied errors name it. */
  sessionId = ''
  readonly #stream: Duplex
  readonly #options: NetconfOptions
  readonly #reader: MessageReader
  readonly #waiting = new Map<string, Waiting>()
  #hello: Waiting | null = null
  #id = 0
  #over: NetconfError | null = null

  private constructor(stream: Duplex, options: NetconfOptions) {
    this.#stream = stream
    this.#options = options
    this.#reader = new MessageReader(options.maxMessage)
    stream.on('data', (data: Buffer) => this.#take(data))
    stream.on('error', (cause: Error) => this.#end(new NetconfError('lost', textOf(cause), { cause })))
    stream.on('close', () => this.#end(new NetconfError('lost', msg`The peer closed the session`)))
    stream.on('end', () => this.#end(new NetconfError('lost', msg`The peer closed the session`)))
  }

  /** Exchanges hellos. @throws NetconfError */
  static async open(
    stream: Duplex,
    signal: AbortSignal,
    options: Partial<NetconfOptions> = {},
  ): Promise<NetconfSession> {
    const session = new NetconfSession(stream, { ...defaults, ...options })
    const ours = [capability.base10, ...(session.#options.only10 ? [] : [capability.base11])]
    const list = xml(
      'capabilities',
      ours.map((uri) => xml('capability', uri)),
    )
    const hello = await session.#wait(signal, (waiting) => {
      session.#hello = waiting
      session.#send(xml('hello', [list], { xmlns: base }))
    })
    session.capabilities = offered(hello)
    session.sessionId = textAt(hello, 'session-id')
    if (![...Object.values(capability)].some((uri) => session.capabilities.has(uri))) {
      session.close()
      throw new NetconfError('protocol_error', msg`The peer supports no version of NETCONF that the panel supports`)
    }
    session.#reader.chunked = !session.#options.only10 && session.capabilities.has(capability.base11)
    return session
  }

  /** Whether the server has a standard capability: `candidate`, `confirmed-commit` … in any version, or in the one given. */
  can(name: string, version = ''): boolean {
    return [...this.capabilities].some((uri) => uri.startsWith(`urn:ietf:params:netconf:capability:${name}:${version}`))
  }

  /** Runs one operation and answers the rpc-reply. @throws NetconfError `refused` for rpc-error */
  async rpc(operation: XmlElement, signal: AbortSignal): Promise<XmlElement> {
    this.#id += 1
    const id = String(this.#id)
    const reply = await this.#wait(signal, (waiting) => {
      this.#waiting.set(id, waiting)
      this.#send(xml('rpc', [operation], { xmlns: base, 'xmlns:nc': base, 'message-id': id }))
    })
    for (const error of childrenOf(reply, 'rpc-error')) {
      // Servers also send warnings this way, after which the operation was done.
      if (textAt(error, 'error-severity').trim() === 'warning') continue
      const tag = textAt(error, 'error-tag').trim().slice(0, 100)
      const words = textAt(error, 'error-message').trim() || tag
      throw new NetconfError('refused', words === '' ? msg`no reason was given` : quote(words.slice(0, 1_000)), { tag })
    }
    return reply
  }

  /** Ends the session at once; what was not committed is lost, as is meant. */
  close(): void {
    this.#end(new NetconfError('lost', msg`The session was closed`))
  }

  #send(message: XmlElement): void {
    this.#stream.write(frame(`<?xml version="1.0" encoding="UTF-8"?>${serialize(message)}`, this.#reader.chunked))
  }

  #wait(signal: AbortSignal, start: (waiting: Waiting) => void): Promise<XmlElement> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortError(signal))
      if (this.#over) return reject(this.#over)
      const settle = (run: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        run()
      }
      const onAbort = () => {
        settle(() => reject(abortError(signal)))
        this.close()
      }
      const timer = setTimeout(
        () => this.#end(new NetconfError('timeout', msg`No answer within ${this.#options.answerMs} ms`)),
        this.#options.answerMs,
      )
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        start({
          resolve: (reply) => settle(() => resolve(reply)),
          reject: (error) => settle(() => reject(error)),
        })
      } catch (error) {
        settle(() => reject(error))
      }
    })
  }

  #take(data: Buffer): void {
    try {
      this.#reader.push(data)
      for (let message = this.#reader.next(); message !== null && !this.#over; message = this.#reader.next())
        this.#dispatch(parseXml(message.trim()))
    } catch (error) {
      this.#end(
        error instanceof NetconfError
          ? error
          : new NetconfError('protocol_error', msg`The answer of the peer cannot be read`, { cause: error }),
      )
    }
  }

  #dispatch(message: XmlElement): void {
    if (message.name === 'hello' && this.#hello) {
      // The framing of what follows hangs on this, and it may be in the same packet.
      this.#reader.chunked = !this.#options.only10 && offered(message).has(capability.base11)
      this.#hello.resolve(message)
      this.#hello = null
      return
    }
    if (message.name !== 'rpc-reply') return
    const id = message.attributes['message-id'] ?? ''
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.resolve(message)
  }

  #end(error: NetconfError): void {
    if (this.#over) return
    this.#over = error
    const waiting = [...this.#waiting.values(), ...(this.#hello ? [this.#hello] : [])]
    this.#waiting.clear()
    this.#hello = null
    for (const each of waiting) each.reject(error)
    this.#stream.destroy()
  }
}
