import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { requestAddress } from '../process/client-address.ts'
import { kept } from '../shared/kept.ts'

const HEADER = 'x-datahall-client'
const PEER_HEADER = 'x-datahall-peer'
const PATH_HEADER = 'x-datahall-path'

// Pages run in the same process as the server that stamps their requests, in another module graph.
const place = kept<string>('stamp')
const stamp = () => {
  place.value ??= randomBytes(18).toString('base64url')
  return place.value
}

/**
 * Writes into a request for Next what Next does not pass on: the caller's address, the socket's own address, and the
 * requested path. Values a client wrote there are overwritten; where requests are not stamped they are ignored, since
 * they do not carry this process's secret.
 */
export function stampAddress(req: IncomingMessage, trustedProxies: readonly string[]) {
  req.headers[HEADER] = `${stamp()} ${requestAddress(req, trustedProxies)}`
  req.headers[PEER_HEADER] = `${stamp()} ${req.socket.remoteAddress ?? ''}`
  req.headers[PATH_HEADER] = req.url ?? '/'
  // Next would write an address of its own there, and it would look as if a proxy had.
  req.headers['x-forwarded-for'] ??= ''
}

type Head = { get(name: string): string | null }

const stamped = (headers: Head, name: string): string | undefined => {
  const [secret, value] = (headers.get(name) ?? '').split(' ')
  return secret === stamp() && value ? value : undefined
}

/** The caller's address as it was stamped, else an address that no access list allows. */
export const stampedAddress = (headers: Head): string => stamped(headers, HEADER) ?? '0.0.0.0'

/** The request as it came to the server, without stamps, and the address of its socket; null without a stamp. */
export function unstamped(request: Request): { request: Request; remoteAddress: string } | null {
  const remoteAddress = stamped(request.headers, PEER_HEADER)
  const asked = request.headers.get(PATH_HEADER) ?? '/'
  const base = `http://${request.headers.get('host') ?? 'localhost'}`
  if (!remoteAddress || !URL.canParse(base) || !asked.startsWith('/')) return null
  const headers = new Headers(request.headers)
  for (const name of [HEADER, PEER_HEADER, PATH_HEADER]) headers.delete(name)
  if (headers.get('x-forwarded-for') === '') headers.delete('x-forwarded-for')
  // Put together as text: a path like //elsewhere/x must not become another host.
  return { request: new Request(new Request(base + asked, request), { headers }), remoteAddress }
}

/** Path and query of the page that is asked for, to come back to after signing in. */
export function stampedPath(headers: Head): string {
  const text = headers.get(PATH_HEADER) ?? '/'
  if (!URL.canParse(text, 'http://panel')) return '/'
  const at = new URL(text, 'http://panel')
  // What the router adds when it fetches the data of a page is no part of its address.
  at.searchParams.delete('_rsc')
  return at.pathname + at.search
}
