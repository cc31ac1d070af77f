import { Hono, type Context as HonoContext } from 'hono'
import { invalidInput, PanelError } from '../domain/shared/errors.ts'
import type { MetricsSettings } from '../process/metrics.ts'
import { msg } from '../shared/text.ts'
import { bodyBound, lengthOf, piecesOf, readBody } from './body.ts'
import { type Caller, call, checkAccess } from './call.ts'
import { type AnyEndpoint, bodyOf, FileAnswer, operationName, RawJson } from './endpoint.ts'
import { once } from './idempotency.ts'
import { checkPlain } from './input-sanity.ts'
import { readQuery } from './list/query-string.ts'
import { COST, chargeBytes, pay, takeSlot } from './rate-limit.ts'
import { type HttpSettings, readCaller } from './request.ts'
import { routesOf } from './routes.ts'
import { fileResponse } from './send-file.ts'
import { toPanelError } from './to-panel-error.ts'

export type RestOptions = HttpSettings & {
  /** Points per minute and session, see `spend`; absent or 0 means no limit. */
  rateLimit?: number
  /** Who may read `/metrics`; absent: no one. */
  metrics?: MetricsSettings
  /** Address of the peer's socket; Hono does not know it by itself. */
  remoteAddress(c: HonoContext): string | undefined
  /** Sends a text past the streams of `Response`, which copy it several times; answers what Hono shall do with it, if it could. */
  sendText?(c: HonoContext, head: AnswerHead, pieces: readonly string[]): Response | undefined
}

/** What stands before an answer's text; `headers` by lower-case name. */
export type AnswerHead = { status: number; headers: Record<string, string>; cookies: readonly string[] }

/** What the app gets beside the request: its socket, as a server of Node has it. */
export type RequestEnv = { incoming: { socket: { remoteAddress?: string | undefined } } }

export const socketAddress = (c: HonoContext): string | undefined =>
  (c.env as Partial<RequestEnv> | undefined)?.incoming?.socket.remoteAddress

/** The REST API as one Hono app. It owns no rule and no list of operations of its own. */
export function mountRest(endpoints: readonly AnyEndpoint[], options: RestOptions): Hono {
  const app = new Hono({ strict: false })
  for (const { method, path, endpoint } of routesOf(endpoints))
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => respond(endpoint, c, options))
  return app
}

/** What a path or method that no operation has answers. */
export const noHandler = () => failure(new PanelError('no_handler', msg`This operation does not exist`), '')

/** True for paths that belong to the REST API rather than to the pages. */
export const isRestPath = (path: string) =>
  /^\/(api\/)?((vm|dci|ip|ipmiproxy|auth)\/v\d+(\/|$|\?)|auth\/key-v4(\/|$|\?))/.test(path)

/** Whether the path of an address begins with `/api/` or ends with a slash. */
const UNUSUAL = /^[^/]*\/\/[^/?#]*(\/api\/|[^?#]*\/([?#]|$))/

/** Takes the optional `/api` prefix and a trailing slash off the address of a request to the REST API; others stay. */
export function canonicalUrl(url: string): string {
  if (!UNUSUAL.test(url)) return url
  const at = new URL(url)
  if (!isRestPath(at.pathname)) return url
  at.pathname = at.pathname.replace(/^\/api(?=\/(vm|dci|ip|ipmiproxy|auth)\/)/, '').replace(/(.)\/+$/, '$1')
  return at.href
}

async function respond(e: AnyEndpoint, c: HonoContext, options: RestOptions): Promise<Response> {
  try {
    const request = c.req.raw
    const caller = await readCaller(request, options.remoteAddress(c), options)
    const points = e.method === 'GET' ? COST.read : COST.change
    await pay(caller, points, options.rateLimit)
    checkAccess(e, caller)
    chargeBytes(caller, lengthOf(request), options.rateLimit)
    const gone = () => request.signal.aborted
    return await takeSlot(caller, points, options.rateLimit, () => answer(e, c, caller, options), gone)
  } catch (thrown) {
    return failure(thrown, operationName(e))
  }
}

async function answer(e: AnyEndpoint, c: HonoContext, caller: Caller, options: RestOptions): Promise<Response> {
  const request = c.req.raw
  if (e.largestFile !== undefined) return await answerFile(e, c, caller, e.largestFile)
  const bound = e.method === 'POST' || (e.method === 'DELETE' && e.body) ? bodyBound(e) : null
  const body = bound && (await readBody(request, bound))
  const raw = { params: c.req.param(), query: readQuery(request.url), body: body ?? undefined }
  const key = e.method === 'POST' ? request.headers.get('idempotency-key') : null
  if (!key || !caller.actor) return await run(e, caller, raw, (...sent) => options.sendText?.(c, ...sent))
  checkPlain(raw, e)
  return await once({ key, account_id: caller.actor.account_id, request: [operationName(e), raw] }, () =>
    run(e, caller, raw),
  )
}

/** The body is the file: neither read nor parsed here. */
async function answerFile(e: AnyEndpoint, c: HonoContext, caller: Caller, most: number): Promise<Response> {
  const request = c.req.raw
  // Whether two files are the same is not known before both have been read.
  if (request.headers.has('idempotency-key'))
    throw invalidInput(msg`An operation that takes a file takes no Idempotency-Key`, 'Idempotency-Key')
  const query = readQuery(request.url)
  return await run(e, caller, { params: c.req.param(), query, body: undefined, file: piecesOf(request, most) })
}

async function run(
  e: AnyEndpoint,
  caller: Caller,
  raw: Parameters<typeof call>[2],
  send?: (head: AnswerHead, pieces: readonly string[]) => Response | undefined,
): Promise<Response> {
  const { answer, reply } = await call(e, caller, raw)
  if (answer instanceof FileAnswer) return fileResponse(answer)
  const head: AnswerHead = { status: e.status ?? 200, headers: { ...JSON_HEADERS }, cookies: reply.cookies }
  if (reply.redirect) {
    head.headers.location = reply.redirect
    return asResponse('{}', { ...head, status: 302 })
  }
  const version = (answer as { version?: unknown } | null)?.version
  if (typeof version === 'number') head.headers.etag = `"${version}"`
  const body = answer instanceof RawJson ? answer.body : [JSON.stringify(answer ?? {})]
  const sent = body instanceof ReadableStream ? undefined : send?.(head, body)
  return sent ?? asResponse(bodyOf(body), head)
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

function asResponse(body: BodyInit, { status, headers: given, cookies }: AnswerHead): Response {
  const headers = new Headers(given)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(body, { status, headers })
}

/** Every error leaves through here: one body shape, one status table, unforeseen faults only in the log. */
export function failure(thrown: unknown, operation: string): Response {
  const fault = toPanelError(thrown, operation)
  const headers = new Headers(JSON_HEADERS)
  if (fault.retryAfter !== undefined) headers.set('retry-after', String(Math.ceil(fault.retryAfter)))
  return new Response(JSON.stringify(fault.toBody()), { status: fault.http, headers })
}
