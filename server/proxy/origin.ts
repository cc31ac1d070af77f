import type { IncomingMessage } from 'node:http'
import { namesHost } from '../web/admission/target.ts'

/** The origin under which a browser has this port; null when it does not say so in a form we would write into a header. */
export function ownOrigin({ headers }: IncomingMessage, tls: boolean): string | null {
  const { host } = headers
  if (!host || !namesHost(host)) return null
  const text = `${tls ? 'https' : 'http'}://${host}`
  return URL.canParse(text) ? new URL(text).origin : null
}

/**
 * Whether the request was caused by a page of another origin: the panel, a controller at another port (cookies and
 * SameSite know no ports), or another site. It may lead to the start page, and to the address that takes tickets, and
 * to nothing else: an address with a path may be a command to a controller.
 */
export function foreignRequest({ method, url = '', headers }: IncomingMessage, own: string): boolean {
  const [site, origin, referer] = ['sec-fetch-site', 'origin', 'referer'].map((name) => [headers[name]].flat()[0])
  if (site === 'same-origin') return origin !== undefined && origin !== own && origin !== 'null'
  if (origin !== undefined && origin !== own) return true
  const frontDoor = method === 'GET' && (url === '/' || url.split('?', 1)[0] === '/.datahall/enter')
  const isVisit = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if (site !== undefined && site !== 'none') return !(isVisit && frontDoor)
  // Browsers without HTTPS send no origin; then the referrer counts, if there is one.
  if (site === undefined && referer !== undefined && referer !== own && !referer.startsWith(`${own}/`))
    return !frontDoor
  return false
}
