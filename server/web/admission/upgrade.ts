import type { IncomingMessage, Server } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'

type Take = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Upgrades to WebSocket go to `take`; whatever else is offered is left alone, and the request served. */
export function onUpgrade(server: Server, take: Take) {
  server.on('upgrade', (req, socket, head) => {
    if (!isWebSocket(req)) return serveAsHttp(server, req, socket, head)
    socket.on('error', () => socket.destroy())
    take(req, socket, head)
  })
}

const isWebSocket = (req: IncomingMessage): boolean =>
  (req.headers.upgrade ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes('websocket')

/**
 * Serves a request that offers to go on in another protocol (HTTP/2 without encryption: several clients do with each request)
 * as what it is: a server may leave the offer alone (RFC 9110, 7.8). Node has taken the connection out of its server by then,
 * so it is given back with the request written anew, without the offer.
 */
function serveAsHttp(server: Server, req: IncomingMessage, socket: Duplex, head: Buffer) {
  const lines = [`${req.method} ${req.url} HTTP/${req.httpVersion}`]
  const hop = new Set(['upgrade', 'http2-settings', 'connection'])
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const name = req.rawHeaders[at] as string
    if (!hop.has(name.toLowerCase())) lines.push(`${name}: ${req.rawHeaders[at + 1]}`)
  }
  const wishes = (req.headers.connection ?? '').toLowerCase().split(/\s*,\s*/)
  for (const wish of ['close', 'keep-alive']) if (wishes.includes(wish)) lines.push(`Connection: ${wish}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(server instanceof HttpsServer ? 'secureConnection' : 'connection', socket)
}
