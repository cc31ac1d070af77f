import { forgetOldSlots, type KeptSeries, madeUntil, rollUpSeries } from '../../../db/kept-series.ts'
import { db } from '../../../db/pool.ts'
import { levels } from '../../../domain/traffic/levels.ts'
import { panelSettings } from '../../../process/settings.ts'
import { PERCENTILES } from './percentile.ts'

/**
 * Milliseconds and octets are sums, so that they are the same at every level. Months of servers grow with five minutes, by whom is
 * connected then.
 */
const MAKE_SLOT = `
  p as (
    select t.switch_id, u.port, sum(u.ms)::int as ms, sum(u.i)::bigint as i, sum(u.o)::bigint as o,
           coalesce(sum(u.e), 0)::bigint as e, coalesce(sum(u.d), 0)::bigint as d
      from port_traffic t cross join lateral unnest(t.ports, t.ms, t.in_octets, t.out_octets, t.errors, t.discards) as u(port, ms, i, o, e, d)
     where t.level = $1 and t.at >= $3 and t.at < $4 group by t.switch_id, u.port),
  made as (
    insert into port_traffic (switch_id, level, at, ports, ms, in_octets, out_octets, errors, discards)
    select switch_id, $2, $3, array_agg(port order by port), array_agg(ms order by port), array_agg(i order by port), array_agg(o order by port),
           case when bool_or(e > 0) then array_agg(e order by port) else '{}' end, case when bool_or(d > 0) then array_agg(d order by port) else '{}' end
      from p group by switch_id order by switch_id on conflict do nothing),
  months as (
    insert into server_month as m (server_id, month, in_octets, out_octets)
    select k.server_id, date_trunc('month', $3::timestamptz at time zone 'UTC')::date, sum(p.i), sum(p.o)
      from p join switch_connection k on k.switch_port_id = p.port
     where $2 = 300 and k.created_at < $4 group by k.server_id order by k.server_id
    on conflict (server_id, month) do update set in_octets = m.in_octets + excluded.in_octets, out_octets = m.out_octets + excluded.out_octets)`

/** What passed the ports of switches: a row a switch and slot. */
export const keptTraffic: KeptSeries = {
  table: 'port_traffic',
  done: 'traffic_level',
  levels,
  graceS: 90,
  makeSlot: MAKE_SLOT,
  keptDays: () => panelSettings().trafficDays,
}

/** See `rollUpSeries`. */
export const rollUp = (signal: AbortSignal, now?: number): Promise<void> => rollUpSeries(keptTraffic, signal, now)

/** Deletes traffic that is older than its level is kept. */
export const forgetOldTraffic = (signal: AbortSignal): Promise<void> => forgetOldSlots(keptTraffic, signal)

/** Works out the 95th percentiles of the month before this one, a switch at a time, where they are not there yet. */
export async function closeMonth(signal: AbortSignal, now = new Date()): Promise<void> {
  const [begin, end] = [-1, 0].map((i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + i, 1)))
  if (!begin || !end || (await madeUntil(keptTraffic, 300)) * 1000 < end.getTime()) return
  const { rows } = await db().pool.query<{ id: number }>(
    `select w.id from net_switch w where exists(select from port_traffic t where t.switch_id = w.id and t.level = 300 and t.at >= $1 and t.at < $2)
        and not exists(select from port_month m join switch_port p on p.id = m.port_id where p.switch_id = w.id and m.month = $1::date) order by w.id`,
    [begin, end],
  )
  for (const { id } of rows) {
    signal.throwIfAborted()
    await db().pool.query(
      `insert into port_month (port_id, month, p95_in, p95_out, samples)
       select q.port, $2::timestamptz::date, q.p95_in, q.p95_out, q.samples from (${PERCENTILES}) q join switch_port p on p.id = q.port
       on conflict do nothing`,
      [id, begin, end],
    )
  }
}
