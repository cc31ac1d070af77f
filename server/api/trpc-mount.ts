import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Context as HonoContext } from 'hono'
import { PanelError } from '../domain/shared/errors.ts'
import { catalogue, router } from './catalogue.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { COST, spend } from './rate-limit.ts'
import { readBounded, readCaller } from './request.ts'
import { failure, type RestOptions } from './rest.ts'
import { asTrpc, isEndpoint, type Tree } from './trpc.ts'

/** Calls that one request may carry; screens send a few together. */
const MOST_CALLS = 50

/** Serves the screens' calls. The bounds are those of REST: size of the body, points of the caller for each call of a batch. */
export async function answerTrpc(c: HonoContext, options: RestOptions): Promise<Response> {
  try {
    const names = (c.req.path.split('/').at(-1) ?? '').split(/,|%2c/i)
    const calls = names.length
    const request = await bounded(c.req.raw, names.length === 1 ? operationAt(names[0] ?? '')?.largestBody : undefined)
    const points = calls * (request.method === 'GET' ? COST.read : COST.change)
    return await fetchRequestHandler({
      endpoint: '/api/trpc',
      req: request,
      router,
      async createContext() {
        try {
          if (calls > MOST_CALLS) throw new PanelError('invalid_input', `A request carries ${MOST_CALLS} calls at most`)
          const caller = await readCaller(request, options.remoteAddress(c), options)
          spend(caller, points, options.rateLimit)
          return caller
        } catch (thrown) {
          throw asTrpc(thrown, 'tRPC')
        }
      },
      responseMeta({ errors }) {
        const wait = errors.map(({ cause }) => (cause instanceof PanelError ? cause.retryAfter : undefined))
        const longest = Math.max(0, ...wait.map((seconds) => Math.ceil(seconds ?? 0)))
        return longest > 0 ? { headers: new Headers({ 'retry-after': String(longest) }) } : {}
      },
    })
  } catch (thrown) {
    return failure(thrown, 'tRPC')
  }
}

/** The operation behind a procedure's name: `vm.host.start`. */
function operationAt(name: string): AnyEndpoint | undefined {
  let at: Tree | AnyEndpoint | undefined = catalogue
  for (const part of name.split('.')) at = at && !isEndpoint(at) && Object.hasOwn(at, part) ? at[part] : undefined
  return at && isEndpoint(at) ? at : undefined
}

/** The handler reads a body to its end, however long: it gets one that has been read already. */
async function bounded(request: Request, most: number | undefined): Promise<Request> {
  if (request.method !== 'POST') return request
  const body = await readBounded(request, most)
  return new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal })
}
