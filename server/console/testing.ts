import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import {
  LINE_PROTOCOL,
  type LineCommand,
  type LineMessage,
  type LineStart,
  type LineStatus,
} from '../domain/console/line.ts'
import { localBus } from './bus.ts'
import { type ConsoleGateway, type ConsoleGatewayOptions, createConsoleGateway } from './gateway.ts'
import type { ConsoleGrant } from './tickets.ts'

// Shared by the tests of this folder: a gateway behind a real HTTP server, and a browser for it.

export const anyTicket = (n: number | string) => String(n).padEnd(43, 't')

export type TestGateway = {
  gateway: ConsoleGateway
  url: string
  stop: () => Promise<void>
  tickets: Map<string, ConsoleGrant>
}

export async function startGateway(
  options: Partial<ConsoleGatewayOptions> & Pick<ConsoleGatewayOptions, 'open'>,
): Promise<TestGateway> {
  const tickets = new Map<string, ConsoleGrant>()
  const gateway = createConsoleGateway({
    bus: localBus(),
    isAllowedOrigin: (origin) => origin === 'https://panel.example',
    readTicket: async (token) => tickets.get(token) ?? null,
    consumeTicket: async (token) => {
      const grant = tickets.get(token) ?? null
      tickets.delete(token)
      return grant
    },
    ...options,
  })
  const server: Server = createServer((_req, res) => res.end())
  server.on('upgrade', (req, socket, head) => {
    if (!gateway.handleUpgrade(req, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    gateway,
    tickets,
    url: `ws://127.0.0.1:${port}/console/ws`,
    stop: async () => {
      gateway.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A browser's socket with everything it gets, in order. */
export class Page {
  readonly ws: WebSocket
  readonly closed: Promise<{ code: number; words: string }>
  #bytes: Buffer = Buffer.alloc(0)
  #wake = () => {}

  constructor(url: string, ticket: string | null, origin = 'https://panel.example') {
    const protocols = ticket === null ? ['binary'] : ['binary', `datahall.ticket.${ticket}`]
    this.ws = new WebSocket(url, protocols, { origin, perMessageDeflate: false })
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code, reason) => resolve({ code, words: reason.toString() }))
    })
    this.ws.on('message', (data) => {
      this.#bytes = Buffer.concat([this.#bytes, data as Buffer])
      this.#wake()
    })
    this.ws.on('error', () => {})
  }

  /** Waits until `count` bytes are here and takes them. */
  async read(count: number): Promise<Buffer> {
    while (this.#bytes.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const taken = this.#bytes.subarray(0, count)
    this.#bytes = this.#bytes.subarray(count)
    return taken
  }

  /** The HTTP status that refused the upgrade, with its words. */
  async rejection(): Promise<{ status: number; words: string }> {
    const [, response] = (await once(this.ws, 'unexpected-response')) as [unknown, import('node:http').IncomingMessage]
    let words = ''
    for await (const chunk of response) words += chunk
    return { status: response.statusCode ?? 0, words }
  }
}

/** A page that understands what a line says of itself. */
export class TalkingPage {
  readonly ws: WebSocket
  readonly closed: Promise<{ code: number; words: string }>
  #heard: Buffer = Buffer.alloc(0)
  #messages: LineMessage[] = []
  #wakers = new Set<() => void>()

  constructor(url: string, ticket: string, origin = 'https://panel.example') {
    this.ws = new WebSocket(url, ['binary', LINE_PROTOCOL, `datahall.ticket.${ticket}`], { origin })
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code, reason) => resolve({ code, words: reason.toString() }))
    })
    this.ws.on('message', (data, isBinary) => {
      if (isBinary) this.#heard = Buffer.concat([this.#heard, data as Buffer])
      else this.#messages.push(JSON.parse(data.toString()) as LineMessage)
      for (const wake of this.#wakers) wake()
    })
    this.ws.on('error', () => {})
  }

  text = (): string => this.#heard.toString()
  bytes = (): number => this.#heard.length
  type = (text: string): void => this.ws.send(Buffer.from(text))
  command = (type: LineCommand['type']): void => this.ws.send(JSON.stringify({ type }))

  /** Waits until the line has sent this. */
  hears = (text: string): Promise<unknown> => this.#until(() => this.text().includes(text), `"${text}"`)

  /** Waits until things are so, by the last status. */
  status(wanted: Partial<LineStatus>): Promise<unknown> {
    return this.#until(() => {
      const last = this.#messages.findLast((one) => one.type === 'status')
      return last && Object.entries(wanted).every(([key, value]) => last[key as keyof LineStatus] === value)
    }, JSON.stringify(wanted))
  }

  /** Waits for a message of this kind. */
  message<Kind extends LineMessage['type']>(kind: Kind): Promise<Extract<LineMessage, { type: Kind }>> {
    return this.#until(
      () => this.#messages.find((one): one is Extract<LineMessage, { type: Kind }> => one.type === kind),
      kind,
    )
  }

  started(): LineStart {
    const start = this.#messages.find((one) => one.type === 'start')
    if (!start) throw new Error('The line has not begun')
    return start
  }

  async #until<T>(look: () => T | undefined | false, what: string): Promise<T> {
    let found = look()
    const gaveUp = AbortSignal.timeout(20_000)
    while (!found) {
      await new Promise<void>((resolve, reject) => {
        const done = () => {
          this.#wakers.delete(done)
          resolve()
        }
        this.#wakers.add(done)
        const fail = (why: string) => {
          this.#wakers.delete(done)
          reject(
            new Error(
              `${why} waiting for ${what}; heard ${JSON.stringify(this.text())}, told ${JSON.stringify(this.#messages)}`,
            ),
          )
        }
        gaveUp.addEventListener('abort', () => fail('Gave up'))
        void this.closed.then(({ code, words }) => fail(`Closed with ${code} ${words}`))
      })
      found = look()
    }
    return found
  }
}
