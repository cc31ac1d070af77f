import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Name of the ticket in the address of the proxy. */
export const TICKET_USER = 'ticket'
const PORT = 5900

/** What a program asks the panel to be connected with: a name that means nothing anywhere else. */
export const targetOf = (host_id: number) => ({ host: `vm-${host_id}`, port: PORT })

/** Whether a CONNECT asks for this VM. */
export function asksFor({ url }: IncomingMessage, host_id: number): boolean {
  const { host, port } = targetOf(host_id)
  return url === `${host}:${port}`
}

/** The ticket that a CONNECT carries, as user and password of the proxy (RFC 7617); null when there is none. */
export function ticketOf({ headers }: IncomingMessage): string | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,200})$/i.exec(headers['proxy-authorization'] ?? '') ?? []
  if (!encoded) return null
  const [user, ...rest] = Buffer.from(encoded, 'base64').toString('latin1').split(':')
  return user === TICKET_USER ? rest.join(':') : null
}

const names = {
  403: 'Forbidden',
  404: 'Not Found',
  407: 'Proxy Authentication Required',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** Answers a CONNECT that is refused, in words, and closes. */
export function refuse(socket: Duplex, status: keyof typeof names, words: string): void {
  const head = [
    `HTTP/1.1 ${status} ${names[status]}`,
    ...(status === 407 ? ['Proxy-Authenticate: Basic realm="Datahall"'] : []),
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(words)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${words}`)
}

/** How long a tunnel that carries nothing goes on before it is looked whether the program is still there. */
const ALIVE_MS = 30_000

/** From here on the socket is a tunnel. */
export function accept(socket: Duplex): void {
  if (socket instanceof Socket) socket.setNoDelay(true).setKeepAlive(true, ALIVE_MS)
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
}
