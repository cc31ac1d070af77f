import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { forUpstream, fromUpstream, isolation, type Outgoing } from './headers.ts'
import { withCookieScript } from './page-cookies.ts'
import { type PortWord, rejectionLine, sayWord } from './pages.ts'
import { type Upstream, type Visitor, wordFor } from './upstream.ts'

/** Firmware and media are the largest things that are sent to a controller. */
const MAX_BODY = 2 * 1024 ** 3
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Limit of an open socket without traffic. */
const SOCKET_IDLE_MS = 30 * 60_000

export type Passage = { visitor: Visitor; upstream: Upstream; own: string; used: () => void }

/** Passes one request on and streams the answer back; each side waits for the other. Settles when it is under way, or the browser has left. */
export async function relay(req: IncomingMessage, res: ServerResponse, passage: Passage): Promise<void> {
  const { visitor, upstream, own, used } = passage
  const path = req.url as string
  const method = req.method as string
  const rejection = rejectionOf(req)
  if (rejection) {
    sayWord(req, res, rejection)
    return
  }
  const length = req.headers['content-length']

  const headers = forUpstream(req.headersDistinct, upstream.place, own, visitor.jar.header(path))
  const isPage = ['document', 'iframe', 'frame'].includes([req.headers['sec-fetch-dest']].flat()[0] ?? '')
  if (isPage) headers['accept-encoding'] = 'identity'
  if (length !== undefined) headers['content-length'] = length
  else if (req.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'

  const left = new AbortController()
  res.once('close', () => left.abort())
  const asked = await visitor.ask(upstream, method, path, headers, left.signal).catch(() => null)
  if (!asked) return
  res.once('close', () => asked.destroy())
  let word: PortWord = 'protocol_error'
  asked.on('error', (fault) => sayWord(req, res, wordFor(fault)))
  // It may end without a fault and without an answer: when a controller changes protocols without a request for it.
  asked.once('close', () => {
    if (!res.headersSent && !res.destroyed) sayWord(req, res, word)
  })
  asked.once('response', (answer) => {
    const said = fromUpstream(answer.headers, path, upstream.place, own)
    if ('refused' in said) {
      answer.destroy()
      sayWord(req, res, said.refused)
      return
    }
    visitor.jar.store(said.setCookie, path)
    const extended = isPage && answer.statusCode === 200 && isPlainHtml(said.headers)
    if (extended) delete said.headers['content-length']
    res.writeHead(answer.statusCode as number, { ...said.headers, ...isolation(own) })
    const count = () => used()
    answer.on('data', count)
    const settled = (fault: Error | null | undefined) => {
      if (fault) res.destroy()
    }
    if (extended) pipeline(answer, withCookieScript(), res, settled)
    else pipeline(answer, res, settled)
  })
  let size = 0
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_BODY) return
    word = 'too_large'
    asked.destroy()
  })
  pipeline(req, asked, (fault) => {
    // A controller may answer before it has read all of a body: then the answer counts.
    if (fault && !res.headersSent && (req.destroyed || asked.destroyed)) asked.destroy()
  })
}

function rejectionOf({ method, headers }: IncomingMessage): PortWord | null {
  if (!METHODS.includes(method ?? '')) return 'method'
  // Whatever such a script would say for itself, it could outlive the session and speak for the next one's pages.
  if (headers['service-worker'] !== undefined || headers['sec-fetch-dest'] === 'serviceworker') return 'worker'
  return Number(headers['content-length'] ?? 0) > MAX_BODY ? 'too_large' : null
}

const isPlainHtml = (headers: Outgoing) =>
  /^text\/html\b/i.test(String(headers['content-type'] ?? '')) && headers['content-encoding'] === undefined

/** Joins a page's WebSocket with one of the controller; @returns when both are joined, or it was refused. */
export async function relayUpgrade(
  req: IncomingMessage,
  browser: Duplex,
  head: Buffer,
  { visitor, upstream, own, used }: Passage,
  signal: AbortSignal,
): Promise<void> {
  const path = req.url as string
  const distinct = req.headersDistinct
  const headers = forUpstream(distinct, upstream.place, own, visitor.jar.header(path))
  for (const name of ['key', 'version', 'protocol', 'extensions'].map((part) => `sec-websocket-${part}`))
    if (distinct[name]) headers[name] = distinct[name].join(', ')
  try {
    const { answer, socket, head: first } = await visitor.upgrade(upstream, path, headers, signal)
    visitor.jar.store(answer.headers['set-cookie'] ?? [], path)
    if (!socket || answer.statusCode !== 101) {
      socket?.destroy()
      browser.end(rejectionLine(socket ? 'protocol_error' : 'unreachable'))
      return
    }
    socket.on('error', () => browser.destroy())
    if (browser.destroyed) {
      socket.destroy()
      return
    }
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket']
    for (const part of ['Accept', 'Protocol', 'Extensions']) {
      const value = answer.headers[`sec-websocket-${part.toLowerCase()}`]
      if (typeof value === 'string') lines.push(`Sec-WebSocket-${part}: ${value}`)
    }
    browser.write(`${lines.join('\r\n')}\r\n\r\n`)
    if (first.length) browser.write(first)
    if (head.length) socket.write(head)
    socket.setTimeout(SOCKET_IDLE_MS, () => socket.destroy())
    socket.on('data', used)
    browser.on('data', used)
    const over = () => {
      socket.destroy()
      browser.destroy()
    }
    // Two pipelines on each: that is a few listeners more than Node takes for a leak.
    for (const end of [browser, socket]) end.setMaxListeners(30)
    pipeline(browser, socket, over)
    pipeline(socket, browser, over)
  } catch (fault) {
    if (!browser.destroyed) browser.end(rejectionLine(wordFor(fault)))
  }
}
