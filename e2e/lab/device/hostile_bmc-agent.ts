import { appendFileSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { WebSocketServer } from 'ws'
import { selfSignedCertificate } from '../../../server/protocols/pinned-http/self-signed.ts'
import { serveBmc, simulatedBmc } from '../../../server/simulation/devices/bmc/bmc.ts'
import type { HostileVisit } from '../hostile.ts'

// Runs inside a lab controller with a hostile web page (port 443, self-signed certificate); over IPMI it behaves. All
// requests are written to visits.jsonl, one a line.
const { DEVICE_NAME = '', DEVICE_ADDRESS = '', DEVICE_DIR = '', DEVICE_USER = '', DEVICE_PASSWORD = '' } = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
const page = readFileSync(join(import.meta.dirname, 'hostile-page.html'))
const mostBody = 1 << 16

/** What a panel's page would suffer from if it came through a proxy unchanged. */
const harm = {
  'set-cookie': [
    'bmc=its-own; Path=/; Secure',
    `wide=its-own; Path=/; Domain=${address}`,
    'ses6=of-the-controller; Path=/; HttpOnly',
    `ses6=of-the-controller; Path=/; Domain=${address}`,
    'xsrf=of-the-controller; Path=/',
  ],
  'access-control-allow-origin': '*',
  'clear-site-data': '"cookies", "storage"',
  'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
  'service-worker-allowed': '/',
  'alt-svc': 'h3=":443"; ma=86400',
  'x-frame-options': 'ALLOWALL',
  'content-security-policy': 'frame-ancestors *',
  'www-authenticate': 'Basic realm="Panel"',
}

function note(request: IncomingMessage, body: string): void {
  const { method = '', url = '', headers } = request
  const from = request.socket.remoteAddress ?? ''
  const visit: HostileVisit = { at: new Date().toISOString(), from, method, url, headers, body }
  appendFileSync(join(DEVICE_DIR, 'visits.jsonl'), `${JSON.stringify(visit)}\n`)
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://bmc')
  const send = (type: string, body: string | Buffer, headers = {}) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  const redirect = (location: string) => response.writeHead(302, { location }).end()
  switch (pathname) {
    case '/received':
      return void send('application/json', JSON.stringify({ url: request.url, headers: request.headers }))
    case '/sw.js':
      return void send('text/javascript', 'addEventListener("fetch", () => {})', harm)
    case '/redirect':
      return void redirect(searchParams.get('to') ?? 'http://169.254.169.254/')
    case '/redirect-self':
      return void redirect(`https://${address}/received`)
    case '/refresh':
      return void send('text/html', 'one moment', {
        refresh: `0; url=${searchParams.get('to') ?? 'https://example.com/'}`,
      })
    case '/silent':
      return
    case '/endless':
      endless(response)
      return
    case '/half':
      response.writeHead(200, { 'content-length': 1_000 }).write('half')
      return void setTimeout(() => request.socket.destroy(), 20)
    case '/flood':
      return void send('text/plain', 'many', { 'x-flood': Array.from({ length: 200 }, () => 'x'.repeat(1_000)) })
    case '/bomb':
      return void send('text/plain', gzipSync(Buffer.alloc(256 << 20)), { 'content-encoding': 'gzip' })
    case '/smuggle':
      return void request.socket.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nset-cookie: ses6=smuggled; Path=/\r\ncontent-length: 0\r\n\r\n',
      )
    case '/switch':
      return void request.socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: anything\r\nconnection: upgrade\r\n\r\nraw',
      )
    case '/report':
      return void response.writeHead(204).end()
    default:
      return void send('text/html; charset=utf-8', page, harm)
  }
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' })
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
  }
  response.on('drain', more)
  more()
}

const server = createServer(selfSignedCertificate(DEVICE_NAME), (request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body = (body + text).slice(0, mostBody)
  })
  request.on('error', () => {})
  request.on('end', () => {
    note(request, body)
    answer(request, response)
  })
})
server.on('tlsClientError', () => {})
server.on('clientError', (_error, socket) => socket.destroy())

// Its own socket answers what it is told, first of all with which headers it was opened.
const sockets = new WebSocketServer({ noServer: true })
server.on('upgrade', (request, socket, head) => {
  note(request, '')
  socket.on('error', () => {})
  sockets.handleUpgrade(request, socket, head, (peer) => {
    peer.on('error', () => {})
    peer.send(JSON.stringify({ url: request.url, headers: request.headers }))
    peer.on('message', (data, binary) => peer.send(data, { binary }))
  })
})
await new Promise<void>((resolve) => server.listen(443, address, resolve))

const lan = { address, mac: '02:da:7a:00:03:02' }
const machine = simulatedBmc({ name: DEVICE_NAME, username: DEVICE_USER, password: DEVICE_PASSWORD, lan })
await serveBmc(machine, { address, port: 623 })
console.log('ready')
