import { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Context as HonoContext } from 'hono'
import { errorTable, PanelError } from '../domain/shared/errors.ts'
import { router } from './catalogue.ts'
import { COST, spend } from './rate-limit.ts'
import { readBounded, readCaller } from './request.ts'
import { failure, type RestOptions } from './rest.ts'

/** Calls that one request may carry; screens send a few together. */
const MOST_CALLS = 50

/** Serves the screens' calls. The bounds are those of REST: size of the body, points of the caller for each call of a batch. */
export async function answerTrpc(c: HonoContext, options: RestOptions): Promise<Response> {
  try {
    const request = await bounded(c.req.raw)
    const calls = c.req.path.split(/,|%2c/i).length
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
          throw asTrpc(thrown)
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

/** The handler reads a body to its end, however long: it gets one that has been read already. */
async function bounded(request: Request): Promise<Request> {
  if (request.method !== 'POST') return request
  const body = await readBounded(request)
  return new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal })
}

function asTrpc(thrown: unknown): TRPCError {
  const fault = PanelError.from(thrown)
  return new TRPCError({ code: errorTable[fault.code].trpc, message: fault.message, cause: fault })
}
