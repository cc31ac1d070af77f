import { Hono } from 'hono'
import { eventStream } from '../events/sse.ts'
import { clientAddress } from '../process/client-address.ts'
import { renderMetrics } from '../process/metrics.ts'
import { VERSION } from '../process/version.ts'
import { allEndpoints, endpointsOf, uploads } from './catalogue.ts'
import type { Service } from './endpoint.ts'
import { csvFile } from './export.ts'
import { health, readiness } from './health.ts'
import { openApi } from './openapi.ts'
import { COST, pay } from './rate-limit.ts'
import { readCaller } from './request.ts'
import { canonicalUrl, failure, isRestPath, mountRest, noHandler, type RestOptions } from './rest.ts'
import { swaggerFile } from './swagger.ts'
import { answerTrpc } from './trpc-mount.ts'
import { answerUpload } from './tus.ts'

/** True for paths the API app answers; everything else is a page. Below /api only the panel's own sign-in is a page's. */
export const isApiPath = (path: string) =>
  isRestPath(path) || /^\/(api(?!\/auth(\/|$|\?))|openapi|swagger|healthz|readyz|metrics)(\/|$|\?)/.test(path)

export type Api = { fetch(request: Request, env?: unknown): Response | Promise<Response> }

/** Everything below the pages as one app: REST, tRPC, events, documents, health. Used by the server and by Next's route handlers. */
export function makeApi(options: RestOptions): Api {
  const app = new Hono()
  const documents = new Map<string, string>()
  const document = (service: Service) => {
    const known = documents.get(service)
    if (known) return known
    const text = JSON.stringify(openApi(service, endpointsOf(service), VERSION))
    documents.set(service, text)
    return text
  }
  app.get('/healthz', () => health())
  app.get('/readyz', () => readiness())
  app.get('/metrics', (c) => {
    const { raw } = c.req
    const ip = clientAddress(options.remoteAddress(c), raw.headers.get('x-forwarded-for') ?? '', options.trustedProxies)
    return renderMetrics(ip, raw, options.metrics ?? { from: [], token: undefined })
  })
  app.get('/openapi/:file', (c) => {
    const service = c.req.param('file').replace(/\.json$/, '')
    if (!(['vm', 'dci', 'auth', 'ip', 'proxy'] as string[]).includes(service)) return c.notFound()
    return c.body(document(service as Service), 200, { 'content-type': 'application/json; charset=utf-8' })
  })
  app.get('/swagger', (c) => c.redirect('/swagger/'))
  app.get('/swagger/*', (c) => swaggerFile(c.req.path.slice('/swagger/'.length)))
  app.all('/api/trpc/*', (c) => answerTrpc(c, options))
  app.get('/api/events', async (c) => {
    try {
      const caller = await readCaller(c.req.raw, options.remoteAddress(c), options)
      await pay(caller, COST.stream, options.rateLimit)
      return await eventStream(c.req.raw, caller)
    } catch (thrown) {
      return failure(thrown, 'GET /api/events')
    }
  })
  app.get('/api/export/:service/:file{.+\\.csv}', async (c) => {
    const { service, file } = c.req.param()
    try {
      const caller = await readCaller(c.req.raw, options.remoteAddress(c), options)
      await pay(caller, COST.file, options.rateLimit)
      return await csvFile(
        allEndpoints,
        { service, list: file.slice(0, -'.csv'.length) },
        c.req.url,
        caller,
        options.rateLimit,
      )
    } catch (thrown) {
      return failure(thrown, 'GET /api/export')
    }
  })
  for (const store of uploads) app.all(`${store.path}/:id?`, (c) => answerUpload(c, store, options))
  app.notFound(() => noHandler())
  app.route('/', mountRest(allEndpoints, options))
  return {
    fetch(request, env) {
      const url = canonicalUrl(request.url)
      return app.fetch(url === request.url ? request : new Request(url, request), env as object)
    },
  }
}
