import { request } from 'node:http'
import type { Duplex } from 'node:stream'

export type WebRequest = {
  url: URL
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: Buffer | string
  /** Address that asks; absent: the host itself. */
  from?: string
  signal: AbortSignal
}
export type WebAnswer = { status: number; body: Buffer }

const MOST = 4 << 20

/** One HTTP request over a connection that is open already, which ends with it. @throws Error when there is no whole answer */
export function askOver(stream: Duplex, { url, method, headers, body, signal }: WebRequest): Promise<WebAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (fault: Error) => {
      stream.destroy()
      reject(fault)
    }
    stream.on('error', fail)
    // Without an agent: one would open a connection of its own.
    const sent = request(
      {
        ...{ method, host: url.hostname, port: url.port, path: url.pathname, signal },
        headers: { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body ?? '') },
        createConnection: () => stream,
      },
      (answer) => {
        const pieces: Buffer[] = []
        let size = 0
        answer.on('data', (piece: Buffer) => {
          size += piece.length
          if (size > MOST) fail(new Error('The answer is too long'))
          pieces.push(piece)
        })
        answer.on('error', fail)
        answer.on('end', () => {
          stream.destroy()
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces) })
        })
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}
