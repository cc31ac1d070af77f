import { Agent, type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { HttpError } from '../protocols/pinned-http/errors.ts'
import { Semaphore } from '../shared/semaphore.ts'
import { msg } from '../shared/text.ts'
import type { Outgoing } from './headers.ts'
import { CookieJar } from './jar.ts'
import type { UpstreamPlace } from './location.ts'
import type { PortWord } from './pages.ts'

/** The way to one controller. `key` changes when it became another way. */
export type Upstream = {
  key: string
  place: UpstreamPlace
  /** A connection that has proved who it is, before a byte is sent. @throws HttpError, PanelError */
  connect(signal: AbortSignal): Promise<Socket>
}

/** Controllers have small web servers; browsers open six connections to a host. */
const MOST_CONNECTIONS = 8
const CONNECT_MS = 15_000
/** Until the head of an answer. */
const ANSWER_MS = 90_000
const MAX_HEAD = 64 * 1024

/** Makes connections by `connect` instead of by name and port. */
class UpstreamAgent extends Agent {
  readonly #connect: Upstream['connect']
  constructor(connect: Upstream['connect']) {
    super({
      keepAlive: true,
      maxSockets: MOST_CONNECTIONS,
      maxFreeSockets: MOST_CONNECTIONS,
      timeout: 60_000,
      scheduling: 'lifo',
    })
    this.#connect = connect
  }
  override createConnection(_options: unknown, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#connect(AbortSignal.timeout(CONNECT_MS)).then(
      (socket) => callback?.(null, socket),
      (fault: Error) => callback?.(fault, undefined as never),
    )
  }
}

/** One sign-in's use of one controller: its connections and cookies are shared with no other. */
export class Visitor {
  readonly jar = new CookieJar()
  readonly #turns = new Semaphore(MOST_CONNECTIONS)
  #upstream: Upstream | null = null
  #agent: UpstreamAgent | null = null

  #agentFor(upstream: Upstream): UpstreamAgent {
    if (this.#upstream?.key !== upstream.key || !this.#agent) {
      this.#agent?.destroy()
      this.#agent = new UpstreamAgent((signal) => upstream.connect(signal))
      this.#upstream = upstream
    }
    return this.#agent
  }

  /** A request that has begun, when it is its turn: sockets that are still connecting are not counted by agents. @throws the signal's reason */
  async ask(
    upstream: Upstream,
    method: string,
    path: string,
    headers: Outgoing,
    signal: AbortSignal,
  ): Promise<ClientRequest> {
    const release = await this.#turns.acquire(signal)
    const { address: host, port } = upstream.place
    const agent = this.#agentFor(upstream)
    const request = startRequest({ agent, host, port, method, path, headers, setHost: false, maxHeaderSize: MAX_HEAD })
    const timer = setTimeout(() => request.destroy(new HttpError('timeout', msg`No answer in time`)), ANSWER_MS)
    request
      .once('response', () => clearTimeout(timer))
      .once('close', () => {
        clearTimeout(timer)
        // A moment later its connection is free for the next.
        setImmediate(release)
      })
    return request
  }

  /** A connection of its own, since it stays with the WebSocket. @returns the answer, and the socket when it was agreed to */
  async upgrade(upstream: Upstream, path: string, headers: Outgoing, signal: AbortSignal) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
    const connection = await upstream.connect(limit)
    return new Promise<{ answer: IncomingMessage; socket: Socket | null; head: Buffer }>((resolve, reject) => {
      const request = startRequest({
        createConnection: () => connection,
        method: 'GET',
        path,
        headers: { ...headers, connection: 'Upgrade', upgrade: 'websocket' },
        setHost: false,
        maxHeaderSize: MAX_HEAD,
        signal: limit,
      })
      request.once('upgrade', (answer, socket, head) => resolve({ answer, socket: socket as Socket, head }))
      request.once('response', (answer) => {
        answer.resume().destroy()
        resolve({ answer, socket: null, head: Buffer.alloc(0) })
      })
      request.once('error', reject)
      request.end()
    })
  }

  leave(): void {
    this.#agent?.destroy()
    this.#agent = null
    this.#upstream = null
  }
}

/** Failure of a request to a controller, as sent to the page, without addresses. */
export function wordFor(thrown: unknown): PortWord {
  if (thrown instanceof HttpError) {
    if (thrown.kind === 'certificate' || thrown.kind === 'timeout' || thrown.kind === 'protocol_error')
      return thrown.kind
    return 'unreachable'
  }
  const { code, name } = thrown as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  if (code?.startsWith('HPE_')) return 'protocol_error'
  return code ? 'unreachable' : 'fault'
}
