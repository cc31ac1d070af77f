import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'
import { settleTarget } from '../web/admission/target.ts'
import { onUpgrade } from '../web/admission/upgrade.ts'
import { foreignRequest, ownOrigin } from './origin.ts'
import { COOKIE_PATH, COOKIE_SCRIPT, cookieScript } from './page-cookies.ts'
import { type PortWord, RESERVED, rejectionLine, sayEnter, sayEntered, sayPlain, sayWord } from './pages.ts'
import { relay, relayUpgrade } from './relay.ts'
import { PortSockets } from './sockets.ts'
import { type Upstream, Visitor } from './upstream.ts'

/** A client that may use the port, as decided for this request. */
export type Admitted = {
  /** The sign-in. */
  session_id: number
  ip: string
  /** Where the browser is led instead; null: to the controller. */
  leadTo: string | null
  upstream: Upstream
}

export type PortOptions = {
  port: number
  /** Address to listen on. */
  host: string
  tls: { cert: string | Buffer; key: string | Buffer } | null
  /** Decides anew at every request and upgrade. @throws PanelError signed_out, not_found, forbidden, too_many */
  admit(req: IncomingMessage): Promise<Admitted>
  /** Changes a ticket for the port's cookie. @returns Set-Cookie; @throws PanelError */
  enter(ticket: string, req: IncomingMessage): Promise<string>
  /** Something went through. */
  used(): void
  onFault(fault: unknown): void
}

const ENTER = '/.datahall/enter'
const MOST_CONNECTIONS = 256
const SILENCE_MS = 5 * 60_000
const MAX_OWN_BODY = 8 * 1024

type Live = { session_id: number; ip: string; end: () => void }

/** One port with one controller behind it. */
export class ProxyPort {
  readonly #options: PortOptions
  readonly #server: Server
  readonly #sockets = new PortSockets(MOST_CONNECTIONS)
  readonly #visitors = new Map<number, Visitor>()
  readonly #live = new Set<Live>()

  constructor(options: PortOptions) {
    this.#options = options
    const limits = { maxHeaderSize: 32 * 1024, connectionsCheckingInterval: 5_000, keepAliveTimeout: 65_000 }
    const take = (req: IncomingMessage, res: ServerResponse) => void this.#take(req, res)
    this.#server = options.tls ? createHttps({ ...options.tls, ...limits }, take) : createHttp(limits, take)
    this.#server.headersTimeout = 15_000
    // Firmware over a slow line; silence in between ends it sooner.
    this.#server.requestTimeout = 60 * 60_000
    this.#server.timeout = SILENCE_MS
    this.#server.on('connection', (socket: Socket) => this.#sockets.take(socket))
    this.#server.on('tlsClientError', () => {})
    onUpgrade(this.#server, (req, socket, head) => void this.#upgrade(req, socket, head))
  }

  /** @throws the system's error when the port is taken */
  listen(): Promise<void> {
    return new Promise((ready, fail) => {
      this.#server.once('error', fail)
      this.#server.listen(this.#options.port, this.#options.host, () => {
        this.#server.off('error', fail).on('error', (fault) => this.#options.onFault(fault))
        ready()
      })
    })
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()))
    for (const visitor of this.#visitors.values()) visitor.leave()
    this.#sockets.end()
    await closed
  }

  /** Ends everything that is open for a sign-in. */
  cut(session_id: number): void {
    for (const live of this.#live) if (live.session_id === session_id) live.end()
    this.#visitors.get(session_id)?.leave()
    this.#visitors.delete(session_id)
  }

  /** Disconnects clients without rights: the notification of the end of a right may have been lost. */
  async recheck(holds: (session_id: number, ip: string) => Promise<boolean>): Promise<void> {
    for (const live of [...this.#live]) if (!(await holds(live.session_id, live.ip))) live.end()
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    req.on('error', () => {})
    res.on('error', () => {})
    try {
      const own = this.#settle(req)
      if (own === null) return sayWord(req, res, 'host')
      const path = req.url ?? '/'
      if (foreignRequest(req, own)) return sayWord(req, res, 'foreign')
      if (path.startsWith(RESERVED)) return await this.#answer(req, res, path)
      const admitted = await this.#options.admit(req)
      this.#sockets.admit(req.socket)
      const visitor = this.#visitor(admitted.session_id)
      this.#options.used()
      if (admitted.leadTo !== null)
        return void res.writeHead(303, { location: admitted.leadTo, 'cache-control': 'no-store' }).end()
      this.#hold(admitted, req.socket, res)
      await relay(req, res, { visitor, upstream: admitted.upstream, own, used: this.#options.used })
    } catch (fault) {
      sayWord(req, res, this.#wordOf(fault))
    }
  }

  async #answer(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const name = path.split('?', 1)[0]
    if (name === ENTER && req.method === 'GET') return sayEnter(req, res)
    if (name === ENTER && req.method === 'POST') {
      const cookie = await this.#options.enter(await readText(req), req)
      return sayEntered(res, cookie, this.#options.tls !== null)
    }
    const { session_id } = await this.#options.admit(req)
    if (name === COOKIE_SCRIPT) return sayPlain(res, 'text/javascript', cookieScript)
    if (name !== COOKIE_PATH) return sayWord(req, res, 'not_found')
    const { jar } = this.#visitor(session_id)
    const of = new URLSearchParams(path.slice(name.length)).get('path') ?? '/'
    const page = of.startsWith('/') ? of : '/'
    if (req.method === 'POST') jar.storeFromScript(await readText(req), page)
    sayPlain(res, 'text/plain', jar.visible(page))
  }

  async #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const reject = (word: PortWord) => void socket.end(rejectionLine(word))
    try {
      const own = this.#settle(req)
      if (own === null) return reject('host')
      if (!req.headers['sec-websocket-key'] || req.method !== 'GET') return reject('method')
      if (req.url?.startsWith(RESERVED) || foreignRequest(req, own)) return reject('foreign')
      const admitted = await this.#options.admit(req)
      if (admitted.leadTo !== null) return reject('not_found')
      this.#sockets.admit(req.socket)
      const ended = new AbortController()
      this.#hold(admitted, socket, socket)
      socket.once('close', () => ended.abort())
      // The silence of a socket is not that of a connection without a request.
      ;(socket as Socket).setTimeout?.(0)
      const visitor = this.#visitor(admitted.session_id)
      const { used } = this.#options
      await relayUpgrade(req, socket, head, { visitor, upstream: admitted.upstream, own, used }, ended.signal)
    } catch (fault) {
      reject(this.#wordOf(fault))
    }
  }

  /** As at the panel's own port. @returns the origin that a request is for; null when it says several, or none */
  #settle(req: IncomingMessage): string | null {
    return settleTarget(req) === null ? ownOrigin(req, this.#options.tls !== null) : null
  }

  #visitor(session_id: number): Visitor {
    const visitor = this.#visitors.get(session_id) ?? new Visitor()
    this.#visitors.set(session_id, visitor)
    return visitor
  }

  #hold({ session_id, ip }: Admitted, socket: Duplex, until: Duplex | ServerResponse) {
    const live: Live = { session_id, ip, end: () => socket.destroy() }
    this.#live.add(live)
    until.once('close', () => this.#live.delete(live))
  }

  #wordOf(fault: unknown): PortWord {
    if (fault instanceof PanelError) {
      const { code } = fault
      if (
        code === 'signed_out' ||
        code === 'not_found' ||
        code === 'forbidden' ||
        code === 'too_large' ||
        code === 'too_many'
      )
        return code
    }
    this.#options.onFault(fault)
    return 'fault'
  }
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_OWN_BODY) throw new PanelError('too_large', msg`Too large`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
