import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { startListening } from './listening.ts'
import type { SimulatedMachine } from './machine.ts'
import { type RedfishModel, type RedfishVariant, redfishModel } from './redfish-model.ts'

export type RedfishPeerOptions = RedfishVariant & {
  machine: SimulatedMachine
  username: string
  password: string
  tls: { key: string; cert: string }
  address?: string
  /** 0 for any. */
  port?: number
  /** Without sessions, as the oldest services are, only basic authentication. */
  sessions?: boolean
}

export type RedfishPeer = {
  port: number
  model: RedfishModel
  /** Sessions that are open. */
  readonly sessions: ReadonlySet<string>
  /** Lets somebody else in as well. */
  addUser(username: string, password: string): void
  /** Ends all sessions, as a restart of the controller does. */
  expire(): void
  close(): Promise<void>
}

const maxRequest = 1 << 16
const same = (a: string, b: string) => {
  const [one, two] = [Buffer.from(a), Buffer.from(b)]
  return one.length === two.length && timingSafeEqual(one, two)
}

type Reply = (status: number, body?: object, headers?: Record<string, string>) => void

/** A controller with Redfish over TLS: one system in one chassis. */
export async function startRedfishPeer(options: RedfishPeerOptions): Promise<RedfishPeer> {
  const { username, password, sessions: withSessions = true } = options
  const tokens = new Map<string, string>()
  const model = redfishModel(options.machine, { ...options, sessions: withSessions })
  const users = new Map([[username, password]])
  const known = (user: string, word: string) => same(word, users.get(user) ?? '') && users.has(user)

  const allowed = (request: IncomingMessage) => {
    const token = request.headers['x-auth-token']
    if (typeof token === 'string') return [...tokens.values()].includes(token)
    const [, basic = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const [user = '', ...word] = Buffer.from(basic, 'base64').toString().split(':')
    return known(user, word.join(':'))
  }

  const signIn = (body: Record<string, unknown>, reply: Reply) => {
    if (!known(String(body.UserName), String(body.Password)))
      return reply(401, failure('Invalid user name or password'))
    const id = randomBytes(4).toString('hex')
    const token = randomBytes(24).toString('base64url')
    tokens.set(id, token)
    const path = `/redfish/v1/SessionService/Sessions/${id}`
    // Many services say an absolute address here, and not always the one they were asked at.
    reply(201, { '@odata.id': path, Id: id }, { 'x-auth-token': token, location: `https://bmc.example.org${path}` })
  }

  const serve = (request: IncomingMessage, text: string, reply: Reply) => {
    const path = (request.url ?? '').replace(/\/$/, '')
    if (path === '/redfish/v1') return reply(200, model.get(path) ?? {})
    let body: Record<string, unknown> = {}
    try {
      body = text === '' ? {} : JSON.parse(text)
    } catch {
      return reply(400, failure('The request body is no JSON'))
    }
    const ofSessions = path.startsWith('/redfish/v1/SessionService/Sessions')
    if (withSessions && ofSessions && request.method === 'POST') return signIn(body, reply)
    if (!allowed(request)) return reply(401, failure('Sign in first'))
    if (ofSessions && request.method === 'DELETE') return reply(tokens.delete(path.split('/').at(-1) ?? '') ? 204 : 404)
    if (request.method === 'GET') {
      const resource = model.get(path)
      return resource ? reply(model.pending(path) ? 202 : 200, resource) : reply(404, failure('No such resource'))
    }
    const { status, words, location } = model.change(request.method ?? '', path, body, request.headers['if-match'])
    reply(status, words ? failure(words) : undefined, location ? { location } : {})
  }

  const server = createServer(options.tls, (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.length > maxRequest) request.destroy()
    })
    request.on('end', () =>
      serve(request, text, (status, body, headers = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', 'odata-version': '4.0', ...headers })
        response.end(body && JSON.stringify(body))
      }),
    )
  })
  const { port, close } = await startListening(server, options.address ?? '127.0.0.1', options.port ?? 0)
  return {
    port,
    model,
    get sessions() {
      return new Set(tokens.keys())
    },
    addUser: (name, word) => void users.set(name, word),
    expire: () => tokens.clear(),
    close,
  }
}

const failure = (message: string) => ({
  error: {
    code: 'Base.1.8.GeneralError',
    message,
    '@Message.ExtendedInfo': [{ MessageId: 'Base.1.8.GeneralError', Message: message }],
  },
})
