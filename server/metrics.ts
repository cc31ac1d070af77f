import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isWithin, plainAddress } from './auth/client-address.ts'
import { db } from './db/pool.ts'

const place = globalThis as typeof globalThis & { datahallMetrics?: ReturnType<typeof makeMetrics> }

function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'datahall_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['kind', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    consoles: new Gauge({ name: 'datahall_consoles', help: 'Open console sockets', registers: [registry] }),
    signInFaults: new Counter({
      name: 'datahall_sign_in_refused_total',
      help: 'Refused sign-ins',
      registers: [registry],
    }),
    tasks: new Gauge({
      name: 'datahall_tasks',
      help: 'Tasks by status that are not over',
      labelNames: ['status'],
      registers: [registry],
      async collect() {
        this.reset()
        const { rows } = await db().pool.query(
          "select status, count(*)::int as n from task where status in ('created', 'running', 'deferred') group by status",
        )
        for (const row of rows) this.set({ status: row.status }, row.n)
      },
    }),
  }
}

export const metrics = () => {
  place.datahallMetrics ??= makeMetrics()
  return place.datahallMetrics
}

const LOCAL = ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** Prometheus text, for private networks only: the figures tell more than strangers should know. */
export async function renderMetrics(remote: string | undefined, request: Request): Promise<Response> {
  if (request.headers.has('x-forwarded-for') || !isWithin(plainAddress(remote), LOCAL))
    return new Response('Not found', { status: 404 })
  const { registry } = metrics()
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
}
