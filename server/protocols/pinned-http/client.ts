import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { HttpError } from './errors.ts'
import { openPinned, type PinnedTarget } from './socket.ts'

export type HttpLimits = {
  /** TCP and TLS, milliseconds. */
  connectMs: number
  /** From the request to the last byte of the answer, milliseconds. */
  answerMs: number
  /** Bytes of an answer's body. */
  maxBody: number
}

const defaults: HttpLimits = { connectMs: 5_000, answerMs: 20_000, maxBody: 4 << 20 }

export type HttpQuestion = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with query, from the root. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** May be sent again when a connection that was kept open turns out to be dead; default true for GET. */
  repeatable?: boolean
}

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Keeps one connection to one device; every new one is held against the pin. */
class PinnedAgent extends Agent {
  readonly #open: () => Promise<Socket>

  constructor(open: () => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: 1, timeout: 10_000 })
    this.#open = open
  }

  override createConnection(_options: unknown, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#open().then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    )
  }
}

/** HTTP/1.1 with one device: no redirects, no proxies, no compression, no cookies, no names to resolve. */
export class PinnedHttp {
  readonly target: PinnedTarget
  readonly #limits: HttpLimits
  readonly #agent: PinnedAgent
  readonly #closed = new AbortController()

  constructor(target: PinnedTarget, limits: Partial<HttpLimits> = {}) {
    this.target = target
    this.#limits = { ...defaults, ...limits }
    this.#agent = new PinnedAgent(() => openPinned(target, this.#limits.connectMs, this.#closed.signal))
  }

  /** @throws HttpError, or the signal's reason. Every status is an answer, 3xx too. */
  async request(question: HttpQuestion, signal: AbortSignal): Promise<HttpAnswer> {
    const limit = AbortSignal.timeout(this.#limits.answerMs)
    const both = AbortSignal.any([signal, limit, this.#closed.signal])
    const repeatable = question.repeatable ?? question.method === 'GET'
    for (let attempt = 0; ; attempt += 1) {
      if (signal.aborted) throw abortError(signal)
      if (this.#closed.signal.aborted) throw new HttpError('lost', msg`The connection was closed`)
      try {
        return await this.#ask(question, both)
      } catch (error) {
        if (signal.aborted) throw abortError(signal)
        if (limit.aborted) throw new HttpError('timeout', msg`No answer within ${this.#limits.answerMs / 1000} s`)
        if (!(error instanceof StaleConnection)) throw error
        if (!repeatable || attempt > 0) throw new HttpError('lost', textOf(error), { cause: error.cause })
      }
    }
  }

  close(): void {
    this.#closed.abort(new HttpError('lost', msg`The connection was closed`))
    this.#agent.destroy()
  }

  #ask({ method, path, headers, body }: HttpQuestion, signal: AbortSignal): Promise<HttpAnswer> {
    const { address, port, tls } = this.target
    const name = isIPv6(address) ? `[${address}]` : address
    const host = port === (tls ? 443 : 80) ? name : `${name}:${port}`
    const bytes = Buffer.from(body ?? '')
    return new Promise((resolve, reject) => {
      const request = startRequest({
        agent: this.#agent,
        host: address,
        port,
        method,
        path,
        headers: { host, ...headers, ...(body === undefined ? {} : { 'content-length': bytes.length }) },
        signal,
      })
      request.on('response', (answer) => this.#read(answer).then(resolve, reject))
      request.on('error', (cause: NodeJS.ErrnoException) => {
        if (cause instanceof HttpError) return reject(cause)
        if (cause.code?.startsWith('HPE_'))
          return reject(new HttpError('protocol_error', msg`The answer is not HTTP`, { cause }))
        if (request.reusedSocket) return reject(new StaleConnection(cause))
        reject(new HttpError('lost', msg`The connection was lost: ${textOf(cause)}`, { cause }))
      })
      request.end(bytes)
    })
  }

  async #read(answer: IncomingMessage): Promise<HttpAnswer> {
    const encoding = answer.headers['content-encoding'] ?? 'identity'
    const chunks: Buffer[] = []
    let size = 0
    try {
      if (encoding !== 'identity')
        throw new HttpError('protocol_error', msg`The answer is compressed, which was not asked for`)
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > this.#limits.maxBody)
          throw new HttpError('limit_exceeded', msg`An answer of over ${this.#limits.maxBody} bytes`)
        chunks.push(chunk)
      }
    } catch (cause) {
      answer.destroy()
      if (cause instanceof HttpError) throw cause
      throw new HttpError('lost', msg`The connection was lost during an answer`, { cause })
    }
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }
  }
}

/** A connection kept from an earlier answer was closed by the device meanwhile. */
class StaleConnection extends Error {
  constructor(cause: Error) {
    super(`The connection broke: ${cause.message}`, { cause })
  }
}
