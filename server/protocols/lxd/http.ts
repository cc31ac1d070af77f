import { type IncomingMessage, request } from 'node:http'
import { type Duplex, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { LxdLostError, LxdProtocolError } from './errors.ts'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers?: Record<string, string>
  /** A stream is sent as it comes. */
  body?: Buffer | AsyncIterable<Uint8Array>
  /** Bytes of the answer that are taken at most. */
  maxBytes: number
  signal: AbortSignal
}
/** A peer that wants no more of a body says why, but not before it has closed its end. */
const WHY_MS = 2_000
export type HttpAnswer = { status: number; contentType: string; body: Buffer }

/**
 * One request over a stream of its own, which ends with the answer.
 *
 * @throws LxdLostError, LxdProtocolError, the signal's reason
 */
export function exchange(stream: Duplex, asked: HttpRequest): Promise<HttpAnswer> {
  const { method, path, body, maxBytes, signal } = asked
  const streamed = body !== undefined && !Buffer.isBuffer(body)
  return new Promise<HttpAnswer>((resolve, reject) => {
    const stop = () => fail(abortError(signal))
    const fail = (error: Error) => {
      signal.removeEventListener('abort', stop)
      stream.destroy()
      reject(error)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    const lost = (cause?: Error) =>
      fail(
        new LxdLostError(cause ? textOf(cause) : msg`The connection ended before the answer`, {
          cause,
        }),
      )
    stream.once('error', (cause) => (streamed ? setTimeout(lost, WHY_MS, cause) : lost(cause)))
    const sent = request({
      method,
      path,
      headers: { host: 'lxd', connection: 'close', ...lengthOf(body), ...asked.headers },
      createConnection: () => stream,
    })
    sent.once('error', (cause) => (streamed ? setTimeout(lost, WHY_MS, cause) : lost(cause)))
    sent.once('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) fail(new LxdProtocolError(msg`LXD sent more than ${maxBytes} bytes`))
        else chunks.push(chunk)
      })
      response.once('error', lost)
      response.once('aborted', () => lost())
      response.once('end', () => {
        signal.removeEventListener('abort', stop)
        stream.destroy()
        const contentType = response.headers['content-type'] ?? ''
        resolve({ status: response.statusCode ?? 0, contentType, body: Buffer.concat(chunks) })
      })
    })
    if (!streamed) sent.end(body)
    else send(body, sent, fail)
  })
}

const lengthOf = (body: HttpRequest['body']) =>
  body === undefined || Buffer.isBuffer(body) ? { 'content-length': body?.length ?? 0 } : {}

/** What breaks in the source is the cause; what breaks on the way is seen by the request itself. */
function send(body: AsyncIterable<Uint8Array>, to: Writable, failed: (error: Error) => void): void {
  async function* source() {
    try {
      yield* body
    } catch (error) {
      failed(error as Error)
      throw error
    }
  }
  pipeline(Readable.from(source(), { objectMode: false }), to).catch(() => {})
}

/** The body of an answer while it comes; destroying it ends the request. `length`: what the peer says it is. */
export type HttpStream = { status: number; length: number | null; body: Readable }

/**
 * A request whose answer is read as a stream.
 *
 * @throws LxdLostError, the signal's reason; the body ends with LxdLostError when the connection does before its end
 */
export function openBody(stream: Duplex, { path, signal }: { path: string; signal: AbortSignal }): Promise<HttpStream> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      stream.destroy(abortError(signal))
      reject(abortError(signal))
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    const lost = (cause: Error) => {
      stream.destroy()
      reject(new LxdLostError(textOf(cause), { cause }))
    }
    stream.once('error', lost)
    const sent = request({
      method: 'GET',
      path,
      headers: { host: 'lxd', connection: 'close' },
      createConnection: () => stream,
    })
    sent.once('error', lost)
    sent.once('response', (response) => {
      const body = bodyOf(response, signal, () => {
        signal.removeEventListener('abort', stop)
        stream.destroy()
      })
      const length = Number(response.headers['content-length'] ?? Number.NaN)
      resolve({ status: response.statusCode ?? 0, length: Number.isSafeInteger(length) ? length : null, body })
    })
    sent.end()
  })
}

function bodyOf(response: IncomingMessage, signal: AbortSignal, ended: () => void): Readable {
  async function* parts() {
    try {
      yield* response
      if (!response.complete) throw new LxdLostError(msg`The connection ended before the answer`)
    } catch (cause) {
      if (signal.aborted) throw abortError(signal)
      throw cause instanceof LxdLostError ? cause : new LxdLostError(textOf(cause), { cause })
    } finally {
      ended()
    }
  }
  // A body that is no longer read must not take the process down with its error.
  return Readable.from(parts(), { objectMode: false }).on('error', () => {})
}
