import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Config, readConfig } from '../../process/config.ts'
import { type Listener, listen } from '../listener.ts'
import { admitUpgrade } from './admit-upgrade.ts'
import { Crowd, placeOf } from './crowd.ts'
import { settleTarget } from './target.ts'
import { onUpgrade } from './upgrade.ts'

const MOST = 16
let listener: Listener
let upgrades: string[] = []
/** Requests for /wait that have not been answered. */
const waiting: (() => void)[] = []

beforeAll(async () => {
  const config = readConfig({ PORT: '0', DATAHALL_HOST: '127.0.0.1', DATAHALL_CONNECTIONS: String(MOST) })
  listener = await listen(config)
  onUpgrade(listener.server, (req, socket) => {
    upgrades.push(req.url ?? '')
    socket.end('HTTP/1.1 418 Taken\r\n\r\n')
  })
  listener.serve((req, res) => {
    if (req.url === '/wait') return void waiting.push(() => res.end())
    if (req.url === '/refuse') return void res.writeHead(413).end('too large')
    let body = ''
    req.on('data', (part) => {
      body += part
    })
    req.on('end', () => res.end(`${req.method} ${req.url} ${req.headers.host} [${body}]\n`))
  })
})
afterAll(() => listener.close())

/** Sends this to the server, and reads until it has closed or `until` was received. */
function talk(text: string, until?: string, from = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress: from }, () => socket.write(text))
    socket.on('data', (part) => {
      heard += part
      if (until && heard.includes(until)) socket.destroy()
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', (fault: NodeJS.ErrnoException) => fault.code !== 'ECONNRESET' && reject(fault))
  })
}
const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'

it('serves a request that offers HTTP/2 without encryption, with its body, and the next ones on its connection', async () => {
  const warnings: string[] = []
  const warn = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', warn)
  const ask = (n: number) => `POST /${n} HTTP/1.1\r\nHost: panel.test\r\n${H2C}Content-Length: 5\r\n\r\nhello`
  let answered = 0
  const socket = connect({ host: '127.0.0.1', port: listener.port }, () => socket.write(ask(0)))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (part) => {
      if (!String(part).includes(`POST /${answered} panel.test [hello]`)) return
      if (++answered === 20) resolve()
      else socket.write(ask(answered))
    })
  })
  socket.destroy()
  process.off('warning', warn)
  expect(warnings).toEqual([])
  const chunked = `POST /c HTTP/1.1\r\nHost: panel.test\r\n${H2C}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`
  expect(await talk(chunked, '[abc]')).toContain('POST /c panel.test [abc]')
  expect(upgrades).toEqual([])
})

const BODY = 8 << 20
const refused = (connection: string) =>
  `POST /refuse HTTP/1.1\r\nHost: panel.test\r\nConnection: ${connection}\r\nContent-Length: ${BODY}\r\n\r\n`

/** Sends all of a body before it listens. @returns what it hears then, or that the connection was closed */
async function sendThenHear(socket: Socket, connection: string): Promise<string> {
  socket.pause().write(refused(connection))
  await new Promise<void>((sent, failed) => {
    socket.once('error', failed)
    socket.write(Buffer.alloc(BODY), () => sent())
  })
  const answered = once(socket, 'data')
  const [answer] = await Promise.race([answered, once(socket.resume(), 'close')])
  return String(answer)
}

it.each([['close'], ['keep-alive'], ['keep-alive', 'close']])(
  'is heard by a caller who sends all of a refused body first: %s %s',
  async (...connections) => {
    const socket = connect({ host: '127.0.0.1', port: listener.port })
    for (const connection of connections)
      expect(await sendThenHear(socket, connection)).toMatch(/^HTTP\/1.1 413 .*too large/s)
    socket.destroy()
  },
)

it('hands on what wants to become a WebSocket', async () => {
  upgrades = []
  await talk('GET /console/ws HTTP/1.1\r\nHost: panel.test\r\nConnection: upgrade\r\nUpgrade: WebSocket\r\n\r\n')
  expect(upgrades).toEqual(['/console/ws'])
})

it.each([
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: panel.test\r\nHost: evil.test\r\n\r\n'],
  ['the same one twice', 'GET / HTTP/1.1\r\nHost: panel.test\r\nhost: panel.test\r\n\r\n'],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: panel.test/@evil.test\r\n\r\n'],
  ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\n\r\n'],
  ['a target at another host', 'GET http://evil.test/sign-in HTTP/1.1\r\nHost: panel.test\r\n\r\n'],
  ['a target at another port', 'GET http://panel.test:81/ HTTP/1.1\r\nHost: panel.test\r\n\r\n'],
  ['a target of another kind', 'GET ftp://panel.test/ HTTP/1.1\r\nHost: panel.test\r\n\r\n'],
  ['no target', 'OPTIONS * HTTP/1.1\r\nHost: panel.test\r\n\r\n'],
  ['a path that is no text', 'GET /hosts/%zz HTTP/1.1\r\nHost: panel.test\r\n\r\n'],
  ['a path that is no UTF-8', 'GET /hosts/%c0%ae%c0%ae/ HTTP/1.1\r\nHost: panel.test\r\n\r\n'],
])('refuses %s', async (_, text) => {
  const heard = await talk(text, '}}')
  expect(heard).toMatch(/^HTTP\/1.1 400 /)
  expect(heard).not.toMatch(/location:/i)
})

it('takes a target with its own host for its path', () => {
  const ask = (url: string, host: string) => {
    const req = { url, rawHeaders: ['Host', host], headers: { host } } as unknown as IncomingMessage
    return [settleTarget(req), req.url]
  }
  expect(ask('http://Panel.test/hosts?x=1', 'panel.TEST')).toEqual([null, '/hosts?x=1'])
  expect(ask('http://panel.test:80/', 'panel.test')).toEqual([null, '/'])
  expect(ask('https://[::1]:3000/a', '[::1]:3000')).toEqual([null, '/a'])
  expect(ask('http://user:word@panel.test/', 'panel.test')).toEqual([null, '/'])
})

it('lets one address have so many connections, and others in', async () => {
  const sockets = Array.from({ length: MOST }, () =>
    connect({ host: '127.0.0.1', port: listener.port, localAddress: '127.0.0.7' }),
  )
  await Promise.all(sockets.map((socket) => new Promise((open) => socket.once('connect', open))))
  const text = 'GET /x HTTP/1.1\r\nHost: panel.test\r\nConnection: close\r\n\r\n'
  expect(await talk(text, undefined, '127.0.0.7')).toBe('')
  expect(await talk(text, undefined, '127.0.0.8')).toContain('GET /x')
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => talk(text, undefined, '127.0.0.7')).toContain('GET /x')
})

it('cuts a connection that sends on and on without waiting for answers', async () => {
  const heard = await talk('GET /wait HTTP/1.1\r\nHost: panel.test\r\n\r\n'.repeat(40))
  expect(heard).toBe('')
  expect(waiting.length).toBeLessThanOrEqual(MOST)
  for (const go of waiting.splice(0)) go()
})

it('lets a network open so many WebSockets a minute, whatever they bring', () => {
  const answers = Array.from({ length: 40 }, () => {
    const said: string[] = []
    const req = { url: '/console/ws', rawHeaders: [], headers: {}, socket: { remoteAddress: '192.0.2.77' } }
    const socket = { end: (text: string) => void said.push(text) }
    const config = { trustedProxies: [], rateLimit: 600 } as unknown as Config
    const admitted = admitUpgrade(req as unknown as IncomingMessage, socket as unknown as Duplex, config)
    return admitted ? 'admitted' : said.join().slice(9, 12)
  })
  // A tenth of the points of a signed-in caller, five for each.
  expect(answers.filter((one) => one === 'admitted')).toHaveLength(12)
  expect(answers.at(-1)).toBe('429')
})

it('counts a /64 of IPv6 as one, and each client once', () => {
  expect(placeOf('2001:db8::1')).toBe(placeOf('2001:db8::ffff:1'))
  expect(placeOf('2001:db8:0:1::1')).not.toBe(placeOf('2001:db8::1'))
  expect(placeOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  const crowd = new Crowd(2)
  const [first, second] = [crowd.enter('a'), crowd.enter('a')]
  expect([crowd.enter('a'), crowd.enter('b')]).toEqual([null, expect.any(Function)])
  first?.()
  first?.()
  expect(crowd.enter('a')).not.toBeNull()
  expect(crowd.enter('a')).toBeNull()
  second?.()
})
