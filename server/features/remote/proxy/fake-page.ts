import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'

export type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }

/** The web page of a controller, for tests: HTTPS with a certificate of its own; remembers what it was asked; echoes WebSockets. */
export async function fakePage(
  answer: (req: IncomingMessage, res: ServerResponse, body: Buffer) => void = (_req, res) => void res.end('hello'),
  { port = 0, address = '127.0.0.1' } = {},
) {
  const seen: Seen[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer(selfSignedCertificate('bmc'), async (req, res) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const { method, url, headers } = req
    seen.push({ method, url, headers, body: body.length < 10_000 ? body.toString() : `${body.length} bytes` })
    answer(req, res, body)
  })
  let connections = 0
  let most = 0
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket.on('error', () => {}))
    most = Math.max(most, sockets.size)
    socket.on('close', () => sockets.delete(socket))
  })
  const echo = new WebSocketServer({ server, maxPayload: 64 << 20 })
  echo.on('connection', (socket, req) => {
    const { method, url, headers } = req
    seen.push({ method, url, headers, body: '' })
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
    socket.on('error', () => {})
  })
  await new Promise<void>((ready) => server.listen(port, address, ready))
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    connections: () => connections,
    /** Counts from now: answers how many more were open at once at most. */
    watch() {
      const before = sockets.size
      most = before
      return () => most - before
    },
    async close() {
      for (const client of echo.clients) client.terminate()
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
export type FakePage = Awaited<ReturnType<typeof fakePage>>
