import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Context as HonoContext } from 'hono'
import { CHANGED_HEADER, writeChanged } from '../domain/shared/changed-header.ts'
import { invalidInput, PanelError } from '../domain/shared/errors.ts'
import { maySee } from '../events/change-feed.ts'
import { msg } from '../shared/text.ts'
import { bodyBoundOf, lengthOf, readJsonText } from './body.ts'
import { type Caller, mayCall } from './call.ts'
import { catalogue, router } from './catalogue.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { COST, chargeBytes, pay, takeSlot } from './rate-limit.ts'
import { RawTexts } from './raw-texts.ts'
import { readCaller } from './request.ts'
import { failure, type RestOptions } from './rest.ts'
import { asTrpc, isEndpoint, type Tree } from './trpc.ts'

/** Calls that one request may carry; screens send a few together. */
const MOST_CALLS = 50

/**
 * Serves the calls of screens under the limits of REST. The caller is read from the headers, then the limits of the
 * calls are applied; only then is their content read. An error of the whole request is sent in tRPC's own form, to each
 * call.
 */
export async function answerTrpc(c: HonoContext, options: RestOptions): Promise<Response> {
  const names = (c.req.path.split('/').at(-1) ?? '').split(/,|%2c/i)
  const serve = (admitted: Admitted) => handle(c, admitted, options)
  try {
    const { caller, points } = await admit(c, names, options)
    const work = async () => serve({ caller, request: await bounded(c.req.raw, names.map(operationAt), caller) })
    return await takeSlot(caller, points, options.rateLimit, work, () => c.req.raw.signal.aborted)
  } catch (thrown) {
    return serve({ thrown })
  }
}

type Admitted = { caller: Caller; request: Request } | { thrown: unknown }

async function handle(c: HonoContext, admitted: Admitted, options: RestOptions): Promise<Response> {
  try {
    const texts = new RawTexts()
    const response = await fetchRequestHandler({
      endpoint: '/api/trpc',
      req: 'thrown' in admitted ? asJson(c.req.raw, '') : admitted.request,
      router,
      createContext() {
        if ('thrown' in admitted) throw asTrpc(admitted.thrown, 'tRPC')
        return { ...admitted.caller, texts, changes: [] }
      },
      responseMeta({ ctx, errors }) {
        const wait = errors.map(({ cause }) => (cause instanceof PanelError ? cause.retryAfter : undefined))
        const longest = Math.max(0, ...wait.map((seconds) => Math.ceil(seconds ?? 0)))
        const changed = ctx && writeChanged(changesFor(ctx))
        const headers = new Headers({
          ...(longest > 0 && { 'retry-after': String(longest) }),
          ...(changed && { [CHANGED_HEADER]: changed }),
        })
        return { headers }
      },
    })
    if (texts.isEmpty || !response.body) return response
    const pieces = await texts.pieces(await response.text())
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    return options.sendText?.(c, { status, headers, cookies: [] }, pieces) ?? new Response(pieces.join(''), response)
  } catch (thrown) {
    return failure(thrown, 'tRPC')
  }
}

/** What the calls have changed, as far as the caller would get it as an event. */
const changesFor = ({ actor, changes = [] }: Caller) => (actor ? changes.filter((change) => maySee(actor, change)) : [])

async function admit(c: HonoContext, names: readonly string[], options: RestOptions) {
  if (names.length > MOST_CALLS) throw invalidInput(msg`A request carries ${MOST_CALLS} calls at most`)
  const caller = await readCaller(c.req.raw, options.remoteAddress(c), options)
  const points = names.length * (c.req.method === 'GET' ? COST.read : COST.change)
  await pay(caller, points, options.rateLimit)
  chargeBytes(caller, lengthOf(c.req.raw), options.rateLimit)
  return { caller, points }
}

/** The operation behind a procedure's name: `vm.host.start`. */
function operationAt(name: string): AnyEndpoint | undefined {
  let at: Tree | AnyEndpoint | undefined = catalogue
  for (const part of name.split('.')) at = at && !isEndpoint(at) && Object.hasOwn(at, part) ? at[part] : undefined
  return at && isEndpoint(at) ? at : undefined
}

/**
 * The request as tRPC gets it: read already, and within its bounds. Where the caller may call nothing of what is asked, the body
 * stays unread: each call is refused without it.
 */
async function bounded(given: Request, asked: (AnyEndpoint | undefined)[], caller: Caller): Promise<Request> {
  const allowed = asked.filter((e) => e !== undefined).filter((e) => mayCall(e, caller))
  if (given.method !== 'POST' || allowed.length === 0) return asJson(given, '')
  return asJson(given, await readJsonText(given, bodyBoundOf(allowed, caller)))
}

/** tRPC would read other types of content as forms or files, to their end. */
function asJson(given: Request, text: string): Request {
  if (given.method !== 'POST') return given
  const headers = new Headers(given.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Request(given.url, { method: 'POST', headers, body: text || '{}', signal: given.signal })
}
