import { db } from '../../../db/pool.ts'
import { type Level, levels } from '../../../domain/traffic/levels.ts'
import { panelSettings } from '../../../settings.ts'
import { PERCENTILES } from './percentile.ts'

/** A slot is over so long after its end: what was read at its end has been stored by then. */
const GRACE_S = 90
/** So many rows are deleted at once. */
const BATCH = 10_000
/** Slots that one run makes; the next one goes on. */
const MOST_SLOTS = 500

/**
 * Makes one slot of a level of the level below: milliseconds and octets are sums, so that they are the same at every level. Months of
 * servers grow with five minutes, by whom is connected then.
 */
const ROLL_UP = `
  with p as (
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
    on conflict (server_id, month) do update set in_octets = m.in_octets + excluded.in_octets, out_octets = m.out_octets + excluded.out_octets)
  insert into traffic_level (level, done_to) values ($2, $4) on conflict (level) do update set done_to = excluded.done_to`

/** Where making of a level goes on: after what is made, or at the first slot of which there is something below. */
async function next(below: Level, level: Level): Promise<number | null> {
  const { rows } = await db().pool.query<{ at: number | null }>(
    `select extract(epoch from greatest(d.done_to, date_bin(make_interval(secs => $2::int),
              (select min(t.at) from port_traffic t where t.level = $1 and t.at >= coalesce(d.done_to, '-infinity')), 'epoch')))::float8 as at
       from (select max(done_to) as done_to from traffic_level where level = $2) d`,
    [below, level],
  )
  return rows[0]?.at ?? null
}

/**
 * Makes the slots that are over, each in one transaction, each once. Levels follow each other: an hour is made of its five minutes.
 * @param now Unix time in seconds
 */
export async function rollUp(signal: AbortSignal, now = Date.now() / 1000): Promise<void> {
  for (const [i, level] of levels.entries()) {
    const below = levels[i - 1]
    if (below === undefined) continue
    const over = i === 1 ? now - GRACE_S : ((await doneTo(below)) ?? 0)
    for (let made = 0; made < MOST_SLOTS; made++) {
      const at = await next(below, level)
      if (at === null || at + level > over) break
      signal.throwIfAborted()
      await db().pool.query(ROLL_UP, [below, level, new Date(at * 1000), new Date((at + level) * 1000)])
    }
  }
}

async function doneTo(level: Level): Promise<number | null> {
  const { rows } = await db().pool.query<{ at: number }>(
    'select extract(epoch from done_to)::float8 as at from traffic_level where level = $1',
    [level],
  )
  return rows[0]?.at ?? null
}

/** Works out the 95th percentiles of the month before this one, a switch at a time, where they are not there yet. */
export async function closeMonth(signal: AbortSignal, now = new Date()): Promise<void> {
  const [begin, end] = [-1, 0].map((i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + i, 1)))
  if (!begin || !end || ((await doneTo(300)) ?? 0) * 1000 < end.getTime()) return
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

/** Deletes traffic that is older than its level is kept; what a coarser level is still to be made of stays. */
export async function forgetOldTraffic(signal: AbortSignal): Promise<void> {
  for (const [i, level] of levels.entries()) {
    const days = panelSettings().trafficDays[i]
    const above = levels[i + 1]
    for (;;) {
      signal.throwIfAborted()
      const { rowCount } = await db().pool.query(
        `delete from port_traffic where ctid = any(array(
           select ctid from port_traffic where level = $1 and at < now() - make_interval(days => $2)
              and ($3::int is null or at < (select done_to from traffic_level where level = $3)) order by at limit ${BATCH}))`,
        [level, days, above ?? null],
      )
      if ((rowCount ?? 0) < BATCH) break
    }
  }
}
