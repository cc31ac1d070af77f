import type { IncomingMessage } from 'node:http'
import { requestAddress } from '../process/client-address.ts'
import { authenticate } from './authenticate.ts'
import { sessionToken } from './session-token.ts'

type Settings = { trustedProxies: readonly string[]; publicUrl: string | undefined }

/**
 * Who opens a WebSocket: a token in a header or the cookie, from an allowed address. A page of another site that makes
 * a browser open it with the cookie is rejected (cross-site hijacking); API clients send no Origin.
 */
export async function socketClient(req: IncomingMessage, settings: Settings) {
  const one = (name: string) => [req.headers[name]].flat()[0]
  const origin = one('origin')
  const own = settings.publicUrl
    ? [new URL(settings.publicUrl).origin]
    : [`http://${req.headers.host}`, `https://${req.headers.host}`]
  const cookie = sessionToken(req.headers.cookie, one('sec-fetch-site') !== undefined)
  const { actor } = await authenticate({
    method: 'GET',
    cookie: origin && !own.includes(origin) ? undefined : cookie,
    xsrfHeader: one('x-xsrf-token'),
    sessionHeader: one('isp-session'),
    origin,
    referer: undefined,
    fetchSite: undefined,
    ownOrigins: own,
    ip: requestAddress(req, settings.trustedProxies),
  })
  return actor?.confirmed ? actor : null
}
