import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '../protocols/pinned-http/self-signed.ts'
import { ProxyPort } from './port.ts'

/** What reached the controller behind the ports. */
let reached: string[] = []
const controller = createServer((req, res) => {
  reached.push(`${req.method} ${req.url}`)
  let body = ''
  req.on('data', (part) => {
    body += part
  })
  req.on('end', () => res.end(`${req.method} ${req.url} [${body}]\n`))
})
const ports: Record<'http' | 'https', number> = { http: 0, https: 0 }
const open: ProxyPort[] = []

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

beforeAll(async () => {
  await once(controller.listen(0, '127.0.0.1'), 'listening')
  const place = { address: '127.0.0.1', port: (controller.address() as AddressInfo).port, tls: false }
  const upstream = {
    key: 'one',
    place,
    async connect() {
      const socket = connect(place.port, place.address)
      await once(socket, 'connect')
      return socket
    },
  }
  for (const kind of ['http', 'https'] as const) {
    ports[kind] = await freePort()
    const port = new ProxyPort({
      port: ports[kind],
      host: '127.0.0.1',
      tls: kind === 'https' ? selfSignedCertificate('panel') : null,
      admit: async () => ({ session_id: 1, ip: '127.0.0.1', leadTo: null, upstream }),
      enter: async () => 'x=y',
      used: () => {},
      onFault: () => {},
    })
    await port.listen()
    open.push(port)
  }
})
afterAll(async () => {
  await Promise.all(open.map((port) => port.close()))
  controller.closeAllConnections()
  await new Promise((done) => controller.close(done))
})

/** Sends this to a port, then what `next` answers, and reads until it has closed or `until` was received. */
function talk(
  kind: 'http' | 'https',
  text: string,
  until: RegExp,
  next: (heard: string) => string | null = () => null,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const to = { host: '127.0.0.1', port: ports[kind] }
    const socket: Socket = kind === 'https' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
    socket.once(kind === 'https' ? 'secureConnect' : 'connect', () => socket.write(text))
    socket.on('data', (part) => {
      heard += part
      const more = next(heard)
      if (more !== null) socket.write(more)
      if (until.test(heard)) socket.destroy()
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', (fault: NodeJS.ErrnoException) => fault.code !== 'ECONNRESET' && reject(fault))
  })
}
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a2V5\r\n'
const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'

describe.each(['http', 'https'] as const)('a port with %s', (kind) => {
  it.each([
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: panel.test\r\nHost: evil.test\r\n'],
    ['the same one twice', 'GET / HTTP/1.1\r\nHost: panel.test\r\nhost: panel.test\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: panel.test/@evil.test\r\n'],
    ['a target at another host', 'GET http://evil.test/ HTTP/1.1\r\nHost: panel.test\r\n'],
    ['a target of another kind', 'GET ftp://panel.test/ HTTP/1.1\r\nHost: panel.test\r\n'],
    ['no target', 'OPTIONS * HTTP/1.1\r\nHost: panel.test\r\n'],
  ])('refuses %s, to be read or to become a WebSocket', async (_, text) => {
    reached = []
    for (const more of ['', UPGRADE]) {
      const heard = await talk(kind, `${text}${more}\r\n`, /\r\n\r\n/)
      expect(heard).toMatch(/^HTTP\/1.1 400 /)
      expect(heard).not.toMatch(/location:/i)
    }
    expect(reached).toEqual([])
  })

  it('takes a target with its own host for its path', async () => {
    const heard = await talk(kind, `GET ${kind}://panel.test/x?y=1 HTTP/1.1\r\nHost: panel.test\r\n\r\n`, /\]\n/)
    expect(heard).toContain('GET /x?y=1 []')
  })

  it('serves requests that offer HTTP/2 without encryption, one after another on a connection', async () => {
    const warnings: string[] = []
    const warn = (warning: Error) => void warnings.push(warning.message)
    process.on('warning', warn)
    const ask = (n: number) => `POST /${n} HTTP/1.1\r\nHost: panel.test\r\n${H2C}Content-Length: 5\r\n\r\nhello`
    let asked = 0
    const next = (heard: string) => (asked < 19 && heard.includes(`POST /${asked} [hello]`) ? ask(++asked) : null)
    const heard = await talk(kind, ask(0), /POST \/19 \[hello\]/, next)
    process.off('warning', warn)
    expect(heard.match(/POST \/\d+ \[hello\]/g)).toHaveLength(20)
    expect(warnings).toEqual([])
  })
})
