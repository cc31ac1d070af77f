import { hash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { db } from '../db/pool.ts'
import { kept } from '../shared/kept.ts'
import { isWithin } from './client-address.ts'

const place = kept<ReturnType<typeof makeMetrics>>('metrics')

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
    auditBroken: new Gauge({
      name: 'datahall_audit_broken',
      help: '1 when records of the audit chain were changed or are missing',
      registers: [registry],
    }),
    passwordHashes: new Counter({
      name: 'datahall_password_hashes_total',
      help: 'Passwords that were compared with a hash',
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
  place.value ??= makeMetrics()
  return place.value
}

export type MetricsSettings = { from: readonly string[]; token: string | undefined }

/**
 * Prometheus text, only for the addresses and the token that were configured: the figures disclose more than other clients
 * should know, and the networks of VMs are private ones too.
 * @param ip the caller's address, proxies accounted for
 */
export async function renderMetrics(ip: string, request: Request, { from, token }: MetricsSettings): Promise<Response> {
  const shown = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!isWithin(ip, from) && !(token && shown && isSame(shown, token)))
    return new Response('Not found', { status: 404 })
  const { registry } = metrics()
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
}

const isSame = (a: string, b: string) => timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
