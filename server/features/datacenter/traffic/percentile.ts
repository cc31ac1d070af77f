import { db } from '../../../db/pool.ts'
import type { Percentile } from '../../../domain/traffic/schema.ts'

/** Months that a port's answer names. */
const MONTHS = 13

const p95 = (octets: string, ms: string) =>
  `percentile_disc(0.95) within group (order by round(${octets} * 8000.0 / ${ms}))::bigint`

/**
 * Of the bits a second of each five minutes, by the time that was measured, the least that 95 of 100 do not exceed: for every port of a
 * switch ($1) from $2 to $3.
 */
export const PERCENTILES = `
  select u.port, ${p95('u.i', 'u.ms')} as p95_in, ${p95('u.o', 'u.ms')} as p95_out, count(*)::int as samples
    from port_traffic t cross join lateral unnest(t.ports, t.ms, t.in_octets, t.out_octets) as u(port, ms, i, o)
   where t.switch_id = $1 and t.level = 300 and t.at >= $2 and t.at < $3 and u.ms > 0 group by u.port`

/** The same for one port ($4), without taking the others out of their arrays. */
const PERCENTILE = `
  select ${p95('t.in_octets[x.i]', 't.ms[x.i]')} as p95_in, ${p95('t.out_octets[x.i]', 't.ms[x.i]')} as p95_out, count(*)::int as samples
    from port_traffic t cross join lateral (select array_position(t.ports, $4::int) as i) x
   where t.switch_id = $1 and t.level = 300 and t.at >= $2 and t.at < $3 and t.ms[x.i] > 0 having count(*) > 0`

type Row = { month: string; p95_in: number; p95_out: number; samples: number }

/** 95th percentiles of a port: of the current month as far as it has come, and of the months that are over. Months in UTC. */
export async function percentilesOf(switch_id: number, port_id: number, now = new Date()): Promise<Percentile[]> {
  const begin = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const { pool } = db()
  const current = await pool.query<Row>(PERCENTILE, [switch_id, begin, end, port_id])
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
