import type { IncomingMessage, ServerResponse } from 'node:http'
import { isApiPath } from './api/app.ts'
import type { Config } from './config.ts'
import { PanelError } from './domain/shared/errors.ts'
import { metrics } from './metrics.ts'
import { setCommonHeaders, setPagePolicy } from './page-headers.ts'

/**
 * What every request and its answer get before anybody looks at them, whichever server took them: headers that protect, the
 * page's policy, the clock. Answers whether the API or a page is asked for.
 */
export function receive(req: IncomingMessage, res: ServerResponse, config: Config): 'api' | 'page' {
  const kind = isApiPath(req.url ?? '/') ? 'api' : 'page'
  const done = metrics().requests.startTimer({ kind })
  res.on('finish', () => done({ status: String(res.statusCode) }))
  setCommonHeaders(res, Boolean(config.tls))
  if (kind === 'page') setPagePolicy(req, res, config.dev)
  return kind
}

/** Slow senders of headers hold nothing for long; bodies are bounded by size and this time. */
export function limitTimes(server: { headersTimeout: number; requestTimeout: number; keepAliveTimeout: number }) {
  server.headersTimeout = 20_000
  server.requestTimeout = 120_000
  server.keepAliveTimeout = 65_000
}

/** Pages take no more than a sign-in form; what comes after it must not be collected in memory. */
const MAX_PAGE_BODY = 64 * 1024

export function isOverlong({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > MAX_PAGE_BODY
}

export function refuseBody(res: ServerResponse) {
  const fault = new PanelError(
    'too_large',
    `Pages take at most ${MAX_PAGE_BODY / 1024} KiB, and the length has to be said`,
  )
  res.writeHead(fault.http, { 'content-type': 'application/json; charset=utf-8' })
  res.end(JSON.stringify(fault.toBody()))
}
