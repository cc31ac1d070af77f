import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Config } from '../process/config.ts'
import { selfSigned } from '../process/tls.ts'
import { guardServer } from './admission/guard.ts'
import { isEncrypted, setCommonHeaders } from './page-headers.ts'

export type Handler = (req: IncomingMessage, res: ServerResponse) => void

export type Listener = {
  server: Server
  port: number
  /** From here on requests go to this handler. */
  serve(handler: Handler): void
  close(): Promise<void>
}

/** How often connections that take too long are looked for, and how long two sides may take to agree on keys. */
const LIMITS = { connectionsCheckingInterval: 2000, handshakeTimeout: 10_000 }

/** How long answers under way get when the panel stops; streams and sockets that never end are cut. */
const LAST_ANSWERS_MS = 3000

/**
 *
 * Opens the panel's port before the slow parts of a start, so that a port that is not available is reported at once,
 * and answers 503 until the panel is ready.
 * @throws Error about the port, the address, or the certificate
 */
export async function listen(config: Config): Promise<Listener> {
  let handler: Handler = (req, res) => notYet(req, res, isEncrypted(config))
  const server: Server = config.tls
    ? createHttps({
        ...LIMITS,
        ...(config.tls === 'self-signed' ? await selfSigned(config.dataDirectory) : config.tls),
      })
    : createHttp(LIMITS)
  const guard = guardServer(server, config)
  server.on('request', (req, res) => {
    if (guard.admits(req, res)) handler(req, res)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    if (sockets.has(socket)) return // given back, see door/upgrade.ts
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready, fail) => {
    server.once('error', (fault) => fail(listenError(fault, config)))
    server.listen(config.port, config.host, ready)
  })
  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve(given) {
      handler = given
    },
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, LAST_ANSWERS_MS)
      await closed
      clearTimeout(cut)
    },
  }
}

function notYet(req: IncomingMessage, res: ServerResponse, tls: boolean) {
  setCommonHeaders(res, tls)
  res.setHeader('cache-control', 'no-store')
  if (req.url === '/healthz') return void res.setHeader('content-type', 'application/json').end('{"status":"ok"}')
  res.writeHead(503, { 'retry-after': '2', 'content-type': 'text/html; charset=utf-8' })
  res.end('<!doctype html><meta http-equiv="refresh" content="2"><title>Datahall</title><p>Datahall is starting')
}

function listenError(fault: NodeJS.ErrnoException, { port, host }: Config): Error {
  const words: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program: choose another one (--port N, or PORT)`,
    EACCES: `Port ${port} may be used by root only: choose one above 1023 (--port N, or PORT)`,
    EADDRNOTAVAIL: `${host} is no address of this machine (--host ADDRESS, or DATAHALL_HOST)`,
    ENOTFOUND: `${host} is no address of this machine (--host ADDRESS, or DATAHALL_HOST)`,
  }
  return new Error(words[fault.code ?? ''] ?? fault.message, { cause: fault })
}
