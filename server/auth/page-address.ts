import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { requestAddress } from './client-address.ts'

const HEADER = 'x-datahall-client'
const PATH_HEADER = 'x-datahall-path'

// Pages run in the same process as the server that stamps their requests, in another module graph.
const place = globalThis as typeof globalThis & { datahallStamp?: string }
const stamp = () => {
  place.datahallStamp ??= randomBytes(18).toString('base64url')
  return place.datahallStamp
}

/**
 * Writes the caller's address into a request for the pages, which cannot see its socket, and the path it asks for, which
 * layouts are not told. What a client wrote there itself is
 * overwritten; where nobody stamps requests it counts for nothing, since it does not carry this process's secret.
 */
export function stampAddress(req: IncomingMessage, trustedProxies: readonly string[]) {
  req.headers[HEADER] = `${stamp()} ${requestAddress(req, trustedProxies)}`
  req.headers[PATH_HEADER] = req.url ?? '/'
}

/** The caller's address as it was stamped, else an address that no access list allows. */
export function stampedAddress(headers: { get(name: string): string | null }): string {
  const [secret, ip] = (headers.get(HEADER) ?? '').split(' ')
  return secret === stamp() && ip ? ip : '0.0.0.0'
}

/** Path and query of the page that is asked for, to come back to after signing in. */
export function stampedPath(headers: { get(name: string): string | null }): string {
  const text = headers.get(PATH_HEADER) ?? '/'
  if (!URL.canParse(text, 'http://panel')) return '/'
  const at = new URL(text, 'http://panel')
  // What the router adds when it asks for the data of a page is no part of its address.
  at.searchParams.delete('_rsc')
  return at.pathname + at.search
}
