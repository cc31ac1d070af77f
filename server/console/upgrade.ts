import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export const CONSOLE_PATH = '/console/ws'
export const CONSOLE_PROTOCOL = 'binary'
const TICKET_PREFIX = 'datahall.ticket.'

export const isConsolePath = (url: string | undefined): boolean => url?.split('?', 1)[0] === CONSOLE_PATH

/**
 * The ticket travels as a WebSocket sub-protocol, because a URL ends up in logs and histories:
 * `Sec-WebSocket-Protocol: binary, datahall.ticket.<token>`.
 */
export function ticketOf(req: IncomingMessage): string | null {
  const offered = (req.headers['sec-websocket-protocol'] ?? '').split(',').map((p) => p.trim())
  if (!offered.includes(CONSOLE_PROTOCOL)) return null
  const tickets = offered.filter((p) => p.startsWith(TICKET_PREFIX))
  return tickets.length === 1 ? (tickets[0] as string).slice(TICKET_PREFIX.length) : null
}

/** Whether an upgrade can become a WebSocket at all: what cannot uses no ticket up. */
export function isHandshake({ method, headers }: IncomingMessage): boolean {
  const { upgrade = '', 'sec-websocket-key': key = '', 'sec-websocket-version': version = '' } = headers
  return (
    method === 'GET' &&
    upgrade.toLowerCase() === 'websocket' &&
    /^[+/0-9A-Za-z]{22}==$/.test(key) &&
    ['8', '13'].includes(version)
  )
}

/**
 * `?after=<line>.<bytes>`: position up to which the page has the output of a line; undefined when absent or invalid.
 */
export function afterOf(req: IncomingMessage): { line: string; at: number } | undefined {
  const [, line, at] = /[?&]after=([0-9a-f-]{36})\.(\d{1,15})(?:&|$)/.exec(req.url ?? '') ?? []
  return line ? { line, at: Number(at) } : undefined
}

/** Answers an upgrade that is refused, in words, and closes. */
export function rejectUpgrade(socket: Duplex, status: 400 | 401 | 403 | 503, words: string): void {
  const names = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 503: 'Service Unavailable' }
  const head = [
    `HTTP/1.1 ${status} ${names[status]}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(words)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${words}`)
}
