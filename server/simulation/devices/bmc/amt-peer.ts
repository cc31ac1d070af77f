import { createHash, randomBytes } from 'node:crypto'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createTcp } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTls } from 'node:tls'
import { answerWsman } from './amt-classes.ts'
import { serveRedirection } from './amt-redirection.ts'
import { startListening } from './listening.ts'
import type { SimulatedMachine } from './machine.ts'
import { SimulatedScreen } from './screen.ts'

export type AmtPeerOptions = {
  machine: SimulatedMachine
  username: string
  password: string
  /** Without it both ports are unencrypted, as 16992 and 16994 are. */
  tls?: { key: string; cert: string }
  address?: string
  /** 0 for any. */
  httpPort?: number
  redirectionPort?: number
  /** Ways of signing in to redirection: 1 password, 4 digest. */
  methods?: readonly number[]
  /** Connects to the server's screen, an RFB server without a password. Absent: a simulated one. */
  screen?: () => Duplex
}

export type AmtPeer = { httpPort: number; redirectionPort: number; close(): Promise<void> }

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const maxRequest = 1 << 16

/** A controller with Intel AMT: WS-Management with digest sign-in, serial-over-LAN, and the screen. */
export async function startAmtPeer(options: AmtPeerOptions): Promise<AmtPeer> {
  const { tls, address = '127.0.0.1' } = options
  const realm = `Digest:${randomBytes(16).toString('hex').toUpperCase()}`
  let nonce = randomBytes(16).toString('hex')
  let lastCount = 0

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
      if (body.length > maxRequest) request.destroy()
    })
    request.on('end', () => {
      const said = request.headers.authorization ?? ''
      const field = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(said)?.[1] ?? ''
      const secret = md5(`${options.username}:${realm}:${options.password}`)
      const expected = md5(
        `${secret}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${md5(`${request.method}:${field('uri')}`)}`,
      )
      // A counter that does not grow is a replay.
      const count = Number.parseInt(field('nc'), 16)
      const allowed =
        said.startsWith('Digest ') &&
        field('response') === expected &&
        field('uri') === request.url &&
        count > lastCount
      if (!allowed) {
        nonce = randomBytes(16).toString('hex')
        lastCount = 0
        response.setHeader('www-authenticate', `Digest realm="${realm}", nonce="${nonce}",stale="false",qop="auth"`)
        return void response.writeHead(401).end()
      }
      lastCount = count
      if (request.method !== 'POST' || request.url !== '/wsman') return void response.writeHead(404).end()
      const answer = answerWsman(options.machine, body)
      response.writeHead(answer.status, { 'content-type': 'application/soap+xml; charset=UTF-8' }).end(answer.body)
    })
  }

  let simulated: SimulatedScreen | null = null
  const simulate = () => {
    simulated ??= new SimulatedScreen(options.machine)
    return simulated.open()
  }
  const { screen = simulate } = options
  const serve = serveRedirection({ ...options, realm, screen })
  const web = await startListening(
    tls ? createHttps(tls, listener) : createHttp(listener),
    address,
    options.httpPort ?? 0,
  )
  const redirection = await startListening(
    tls ? createTls(tls, serve) : createTcp(serve),
    address,
    options.redirectionPort ?? 0,
  )
  return {
    httpPort: web.port,
    redirectionPort: redirection.port,
    async close() {
      await Promise.all([web.close(), redirection.close()])
    },
  }
}
