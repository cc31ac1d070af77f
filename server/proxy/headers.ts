import type { IncomingHttpHeaders } from 'node:http'
import { originOf, rewriteLocation, type UpstreamPlace } from './location.ts'
import { RESERVED } from './pages.ts'

type Distinct = Readonly<Record<string, readonly string[] | undefined>>
export type Outgoing = Record<string, string | string[]>

/** Of one connection, never of the message (RFC 9110, 7.6.1). */
const HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']
/** What a controller must not hear: who asks, from where, by what way, and with what rights in the panel. */
const PRIVATE = [
  ...['host', 'cookie', 'origin', 'referer', 'expect', 'via', 'forwarded', 'isp-session', 'isp-box-instance'],
  ...['early-data', 'service-worker', 'service-worker-navigation-preload', 'http2-settings', 'content-length'],
  ...['true-client-ip', 'client-ip', 'front-end-https', 'priority', 'dnt', 'sec-gpc'],
]
const PRIVATE_KINDS =
  /^(x-forwarded|x-real|x-client|x-cluster|x-original|x-rewrite|x-server|x-host|x-http-host|x-datahall|x-proxy|proxy-|cf-|fastly-|akamai-|sec-websocket)/
/** A token of the panel, wherever it stands. */
const PANEL_TOKEN = /\b\d{1,10}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i

/** Names that a message lists as being of its connection only. */
const listed = (value: readonly string[] | undefined) =>
  (value ?? []).flatMap((line) => line.split(',')).map((name) => name.trim().toLowerCase())

/** Headers of a browser's request as the controller gets them. @param own origin of the port, which pages believe to be the controller's */
export function forUpstream(headers: Distinct, place: UpstreamPlace, own: string, cookie: string | null): Outgoing {
  const kept: Outgoing = {}
  const hop = new Set([...HOP, ...listed(headers.connection)])
  for (const [name, values] of Object.entries(headers)) {
    if (!values || hop.has(name) || PRIVATE.includes(name) || PRIVATE_KINDS.test(name)) continue
    if (values.some((value) => PANEL_TOKEN.test(value))) continue
    kept[name] = values.length === 1 ? (values[0] as string) : [...values]
  }
  const base = originOf(place)
  kept.host = base.slice(base.indexOf('//') + 2)
  const origin = headers.origin?.[0]
  if (origin) kept.origin = origin === own ? base : 'null'
  const referer = headers.referer?.[0]
  const isPage = referer === own || (referer?.startsWith(`${own}/`) && !referer.startsWith(`${own}${RESERVED}`))
  if (referer && isPage) kept.referer = base + referer.slice(own.length)
  if (cookie) kept.cookie = cookie
  return kept
}

/**
 * The only headers of a controller that reach a browser, besides its own inventions (`x-…`). What is left out speaks for the whole host
 * or for other origins: Strict-Transport-Security, Clear-Site-Data, NEL, Alt-Svc, Link, reports, leave for other origins, service workers.
 */
const PASSED = [
  ...['accept-ranges', 'age', 'allow', 'cache-control', 'content-disposition', 'content-encoding', 'content-language'],
  ...['content-length', 'content-range', 'content-type', 'date', 'etag', 'expires', 'last-modified', 'odata-version'],
  ...['pragma', 'retry-after', 'server', 'vary', 'www-authenticate'],
]
const OWN_KINDS =
  /^x-(?!frame-options|dns-prefetch|accel|sendfile|xss|forwarded|permitted|robots|sourcemap|datahall|content-)/

export type FromUpstream = { headers: Outgoing; setCookie: string[] } | { refused: 'redirect' }

/** Headers of a controller's answer as the browser gets them. @param path of the request */
export function fromUpstream(
  headers: IncomingHttpHeaders,
  path: string,
  place: UpstreamPlace,
  own: string,
): FromUpstream {
  const kept: Outgoing = {}
  const hop = new Set([...HOP, ...listed([headers.connection ?? ''])])
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || hop.has(name) || !(PASSED.includes(name) || OWN_KINDS.test(name))) continue
    if (![value].flat().some((one) => PANEL_TOKEN.test(one))) kept[name] = value
  }
  if (headers.location !== undefined) {
    const to = rewriteLocation(headers.location, path, place, own)
    if (to === null) return { refused: 'redirect' }
    kept.location = to
  }
  const refresh = /^\s*(\d+)\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']*)["']?)?\s*$/i.exec(
    [headers.refresh].flat()[0] ?? '',
  )
  if (refresh) {
    const to = refresh[2] ? rewriteLocation(refresh[2], path, place, own) : ''
    if (to === null) return { refused: 'redirect' }
    kept.refresh = to ? `${refresh[1]}; url=${to}` : (refresh[1] as string)
  }
  return { headers: kept, setCookie: headers['set-cookie'] ?? [] }
}

/**
 * Headers added to every answer of a port: its page may connect to its own origin only, cannot be framed, and has no
 * opener. The panel at another port of the same host is another origin.
 */
export function isolation(own: string): Outgoing {
  const socket = own.replace(/^http/, 'ws')
  return {
    'content-security-policy': [
      "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
      `connect-src 'self' ${socket} data: blob:`,
      "worker-src 'self' blob:",
      "form-action 'self'",
      "base-uri 'self'",
      "frame-ancestors 'self'",
      "manifest-src 'none'",
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // Controllers look at Referer and Origin of their own pages; others get neither.
    'referrer-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), bluetooth=(), midi=(), payment=(), display-capture=(), publickey-credentials-get=(), identity-credentials-get=(), storage-access=(), browsing-topics=(), clipboard-read=()',
  }
}
