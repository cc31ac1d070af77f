import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { LxdLostError, LxdProtocolError } from './errors.ts'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: Buffer
  /** Bytes of the answer that are taken at most. */
  maxBytes: number
  signal: AbortSignal
}
export type HttpAnswer = { status: number; contentType: string; body: Buffer }

/**
 * One request over a stream of its own, which ends with the answer.
 *
 * @throws LxdLostError, LxdProtocolError, the signal's reason
 */
export function exchange(stream: Duplex, asked: HttpRequest): Promise<HttpAnswer> {
  const { method, path, body, maxBytes, signal } = asked
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
    stream.once('error', lost)
    const sent = request({
      method,
      path,
      headers: { host: 'lxd', connection: 'close', 'content-length': body?.length ?? 0, ...asked.headers },
      createConnection: () => stream,
    })
    sent.once('error', lost)
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
    sent.end(body)
  })
}
