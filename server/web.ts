import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context as HonoContext } from 'hono'
import next from 'next'
import { isApiPath, makeApi } from './api/app.ts'
import { stampAddress } from './auth/page-address.ts'
import type { Config } from './config.ts'
import { PanelError } from './domain/shared/errors.ts'
import { metrics } from './metrics.ts'
import { setCommonHeaders, setPagePolicy } from './page-headers.ts'
import { selfSigned } from './tls.ts'

export type WebServer = { port: number; close(): Promise<void> }
export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean | Promise<boolean>

/**
 * The role `web`: one HTTP(S) server whose requests go to the API app or to Next's pages, and whose upgrades go to the first
 * of `upgrades` that takes them (consoles, notifiers), else to Next (development only).
 */
export async function startWeb(config: Config, root: string, upgrades: readonly UpgradeHandler[]): Promise<WebServer> {
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  // Never 0.0.0.0 here: sign-in redirects would lead there.
  // Next listens for upgrades on the server of its first request and would end those whose path is also a page's, like that
  // of a console. It gets a server that nobody calls; what is its own (hot reload) is handed to it below.
  const forNext = createHttp()
  const pages = next({ dev: config.dev, dir: root, hostname: 'localhost', port: config.port, httpServer: forNext })
  await pages.prepare()
  const page = pages.getRequestHandler()

  const app = makeApi({
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    rateLimit: config.rateLimit,
    remoteAddress: (c) => (c.env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress,
    sendText,
  })
  const api = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false })

  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const kind = isApiPath(req.url ?? '/') ? 'api' : 'page'
    const done = metrics().requests.startTimer({ kind })
    res.on('finish', () => done({ status: String(res.statusCode) }))
    setCommonHeaders(res, Boolean(config.tls))
    if (kind === 'page') setPagePolicy(req, res, config.dev)
    if (kind === 'api') void api(req, res)
    else if (isOverlong(req)) refuseBody(res)
    else {
      stampAddress(req, config.trustedProxies)
      void page(req, res)
    }
  }
  const server: Server = config.tls
    ? createHttps(config.tls === 'self-signed' ? await selfSigned(config.dataDirectory) : config.tls, handle)
    : createHttp(handle)
  // Slow senders of headers hold nothing for long; bodies are bounded by size and this time.
  server.headersTimeout = 20_000
  server.requestTimeout = 120_000
  server.keepAliveTimeout = 65_000

  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (req, socket, head) => void upgrade(req, socket, head))
  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', () => socket.destroy())
    for (const take of upgrades) if (await take(req, socket, head)) return
    if (!config.dev || !forNext.emit('upgrade', req, socket, head))
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  }

  await new Promise<void>((ready, fail) => {
    server.once('error', fail)
    server.listen(config.port, config.host, ready)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      // Answers under way get a moment; streams and sockets that never end are cut.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 3000)
      await closed
      clearTimeout(cut)
      await pages.close()
    },
  }
}

/**
 * Straight into the connection, a text in its pieces: through the streams of `Response` a list of 100 machines (190 kB) costs
 * 1.5 ms more, joined 0.25 ms. What is all ASCII is written as latin1, for which Node takes a third of the memory.
 */
function sendText(c: HonoContext, status: number, headers: Headers, pieces: readonly string[]): Response {
  const { outgoing } = c.env as HttpBindings
  const lengths = pieces.map((text) => Buffer.byteLength(text))
  const cookies = headers.getSetCookie()
  for (const [name, value] of headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  outgoing.writeHead(status, { 'content-length': lengths.reduce((sum, length) => sum + length, 0) })
  outgoing.cork()
  for (const [n, text] of pieces.entries()) outgoing.write(text, lengths[n] === text.length ? 'latin1' : 'utf8')
  outgoing.end()
  return RESPONSE_ALREADY_SENT
}

/** Pages take no more than a sign-in form; what comes after it must not be collected in memory. */
const MAX_PAGE_BODY = 64 * 1024

function isOverlong({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > MAX_PAGE_BODY
}

function refuseBody(res: ServerResponse) {
  const fault = new PanelError(
    'too_large',
    `Pages take at most ${MAX_PAGE_BODY / 1024} KiB, and the length has to be said`,
  )
  res.writeHead(fault.http, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
  res.end(JSON.stringify(fault.toBody()))
}

/** Root of the installation: the folder with package.json, from source and from the bundle alike. */
export const installationRoot = () => path.resolve(import.meta.dirname, '..')
