import type { IncomingMessage, ServerResponse } from 'node:http'
import { isApiPath } from '../api/app.ts'
import { PanelError } from '../domain/shared/errors.ts'
import type { Config } from '../process/config.ts'
import { metrics } from '../process/metrics.ts'
import { msg } from '../shared/text.ts'
import { isEncrypted, setApiPolicy, setCommonHeaders, setPagePolicy } from './page-headers.ts'

/**
 * Applied to every request and answer first, whichever server received them: security headers, the page's policy, the
 * clock. Answers whether the API or a page is requested.
 */
export function receive(req: IncomingMessage, res: ServerResponse, config: Config): 'api' | 'page' {
  const kind = isApiPath(req.url ?? '/') ? 'api' : 'page'
  const done = metrics().requests.startTimer({ kind })
  res.on('finish', () => done({ status: String(res.statusCode) }))
  setCommonHeaders(res, isEncrypted(config))
  if (kind === 'page') setPagePolicy(req, res, config.dev)
  else setApiPolicy(res)
  return kind
}

/** Pages take no more than a sign-in form; what comes after it must not be collected in memory. */
const MAX_PAGE_BODY = 64 * 1024

export function isOverlong({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > MAX_PAGE_BODY
}

/** The only page that takes a body: next-auth's. There are no server actions, so no other body has to be parsed. */
const TAKES_BODIES = /^\/api\/auth\//

/** Whether a request for a page is more than reading one. */
export const isNoReading = ({ method, url, headers }: IncomingMessage): boolean =>
  (method !== 'GET' && method !== 'HEAD' && !TAKES_BODIES.test(url ?? '')) || headers['next-action'] !== undefined

export function rejectCall(res: ServerResponse) {
  const fault = new PanelError('no_handler', msg`This operation does not exist`)
  res.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'application/json; charset=utf-8' })
  res.end(JSON.stringify(fault.toBody()))
}

export function rejectBody(res: ServerResponse) {
  const fault = new PanelError(
    'too_large',
    msg`Pages accept at most ${MAX_PAGE_BODY / 1024} KiB, and Content-Length is required`,
  )
  res.writeHead(fault.http, { 'content-type': 'application/json; charset=utf-8' })
  res.end(JSON.stringify(fault.toBody()))
}
