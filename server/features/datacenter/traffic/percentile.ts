import { db } from '../../../db/pool.ts'
import type { Percentile } from '../../../domain/traffic/schema.ts'

/** Months that a port's answer names. */
const MONTHS = 13

/**
 * Bits a second of one port in each five minutes of a span, by the share of time that was measured; of them the least that 95 of 100 do
 * not exceed. $1 = switch or null for all, $2 = port or null, $3 and $4 the span.
 */
export const PERCENTILES = `
  select u.port, percentile_disc(0.95) within group (order by round(u.i * 8000.0 / u.ms))::bigint as p95_in,
         percentile_disc(0.95) within group (order by round(u.o * 8000.0 / u.ms))::bigint as p95_out, count(*)::int as samples
    from port_traffic t cross join lateral unnest(t.ports, t.ms, t.in_octets, t.out_octets) as u(port, ms, i, o)
   where t.switch_id = $1 and t.level = 300 and t.at >= $3 and t.at < $4 and ($2::int is null or u.port = $2) and u.ms > 0
   group by u.port`

type Row = { month: string; p95_in: number; p95_out: number; samples: number }

/** 95th percentiles of a port: of the current month as far as it has come, and of the months that are over. Months in UTC. */
export async function percentilesOf(switch_id: number, port_id: number, now = new Date()): Promise<Percentile[]> {
  const begin = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const { pool } = db()
  const current = await pool.query<Row>(PERCENTILES, [switch_id, port_id, begin, end])
  const over = await pool.query<Row>(
    `select to_char(month, 'YYYY-MM') as month, p95_in, p95_out, samples from port_month where port_id = $1 and month < $2
      order by port_month.month desc limit ${MONTHS - 1}`,
    [port_id, begin],
  )
  const month = begin.toISOString().slice(0, 7)
  return [...current.rows.map((row) => ({ ...row, month })), ...over.rows].map(
    ({ month, p95_in, p95_out, samples }) => ({
      month,
      in: p95_in,
      out: p95_out,
      larger: Math.max(p95_in, p95_out),
      samples,
    }),
  )
}
