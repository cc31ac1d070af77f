import { db } from '../../../db/pool.ts'
import { sensorLevels, sensorSpan } from '../../../domain/ipmi/history.ts'
import type { SensorHistory, SensorPoint } from '../../../domain/ipmi/sensor.ts'
import type { Asked } from '../../../domain/traffic/levels.ts'
import { panelSettings } from '../../../settings.ts'

/** A slot is over so long after its end: however slow a controller, it has been asked and its answer stored by then. */
const GRACE_S = 300
const BATCH = 10_000
/** Slots that one run makes; the next one goes on. */
const MOST_SLOTS = 500

// Of the level that was chosen as far as it is made, and of the finer ones behind it.
const SERIES = `
  with r as (select l.level, case when l.level = $3::int then null else coalesce(d.done_to, '-infinity') end as since
               from unnest($4::int[], $5::int[]) l(level, above) left join sensor_level d on d.level = l.above)
  select extract(epoch from x.slot)::float8 as time,
         sum(h.means[x.i]::float8 * coalesce(h.counts[x.i], 1)) / sum(coalesce(h.counts[x.i], 1)) as mean,
         min(coalesce(h.lows[x.i], h.means[x.i]))::float8 as low, max(coalesce(h.highs[x.i], h.means[x.i]))::float8 as high
    from r join sensor_history h on h.ipmi_id = $1 and h.level = r.level and h.at >= $6 and h.at < $7 and (r.since is null or h.at >= r.since)
   cross join lateral (select array_position(h.sensors, $2::int) as i,
                              date_bin(make_interval(secs => $8::int), h.at, 'epoch'::timestamptz) as slot) x
   where x.i is not null group by x.slot order by x.slot`

/** Values of a sensor for a graph: every slot of the span, null where nothing was read. The caller has made sure that it may be seen. */
export async function sensorHistoryOf(ipmi_id: number, sensor_id: number, asked: Asked): Promise<SensorHistory> {
  const { from, to, step, level } = sensorSpan(asked, Math.floor(Date.now() / 1000), panelSettings().trafficDays)
  const used = sensorLevels.filter((one) => one <= level)
  const { rows } = await db().pool.query<SensorPoint & { mean: number }>(SERIES, [
    ipmi_id,
    sensor_id,
    level,
    used,
    used.map((one) => sensorLevels[sensorLevels.indexOf(one) + 1] ?? one),
    new Date(from * 1000),
    new Date(to * 1000),
    step,
  ])
  const at = new Map(rows.map((row) => [row.time, row]))
  const list = Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => {
    const time = from + i * step
    const one = at.get(time)
    const round = (value: number) => Number(value.toPrecision(6))
    return one
      ? { time, mean: round(one.mean), low: round(one.low ?? one.mean), high: round(one.high ?? one.mean) }
      : { time, mean: null, low: null, high: null }
  })
  return { from, to, step, list }
}

const ROLL_UP = `
  with p as (
    select h.ipmi_id, u.sensor, sum(coalesce(u.n, 1))::int as n, (sum(u.mean::float8 * coalesce(u.n, 1)) / sum(coalesce(u.n, 1)))::real as mean,
           min(coalesce(u.low, u.mean)) as low, max(coalesce(u.high, u.mean)) as high
      from sensor_history h cross join lateral unnest(h.sensors, h.means, h.counts, h.lows, h.highs) as u(sensor, mean, n, low, high)
     where h.level = $1 and h.at >= $3 and h.at < $4 group by h.ipmi_id, u.sensor),
  made as (
    insert into sensor_history (ipmi_id, level, at, sensors, means, counts, lows, highs)
    select ipmi_id, $2, $3, array_agg(sensor order by sensor), array_agg(mean order by sensor), array_agg(n order by sensor),
           array_agg(low order by sensor), array_agg(high order by sensor)
      from p group by ipmi_id order by ipmi_id on conflict do nothing)
  insert into sensor_level (level, done_to) values ($2, $4) on conflict (level) do update set done_to = excluded.done_to`

/** Where making of a level goes on: after what is made, or at the first slot of which there is something below. */
async function next(below: number, level: number): Promise<number | null> {
  const { rows } = await db().pool.query<{ at: number | null }>(
    `select extract(epoch from greatest(d.done_to, date_bin(make_interval(secs => $2::int),
              (select min(h.at) from sensor_history h where h.level = $1 and h.at >= coalesce(d.done_to, '-infinity')), 'epoch')))::float8 as at
       from (select max(done_to) as done_to from sensor_level where level = $2) d`,
    [below, level],
  )
  return rows[0]?.at ?? null
}

async function doneTo(level: number): Promise<number> {
  const { rows } = await db().pool.query<{ at: number }>(
    'select extract(epoch from done_to)::float8 as at from sensor_level where level = $1',
    [level],
  )
  return rows[0]?.at ?? 0
}

/**
 * Makes the slots that are over of the level below, each in one transaction, each once: means by their readings, and extremes.
 * @param now Unix time in seconds
 */
export async function rollUpSensors(signal: AbortSignal, now = Date.now() / 1000): Promise<void> {
  for (const [i, level] of sensorLevels.entries()) {
    const below = sensorLevels[i - 1]
    if (below === undefined) continue
    const over = i === 1 ? now - GRACE_S : await doneTo(below)
    for (let made = 0; made < MOST_SLOTS; made++) {
      const at = await next(below, level)
      if (at === null || at + level > over) break
      signal.throwIfAborted()
      await db().pool.query(ROLL_UP, [below, level, new Date(at * 1000), new Date((at + level) * 1000)])
    }
  }
}

/** Deletes values that are older than traffic of their level is kept; what a coarser level is still to be made of stays. */
export async function forgetOldSensors(signal: AbortSignal): Promise<void> {
  for (const [i, level] of sensorLevels.entries()) {
    const days = panelSettings().trafficDays[i + 1]
    const above = sensorLevels[i + 1]
    for (;;) {
      signal.throwIfAborted()
      const { rowCount } = await db().pool.query(
        `delete from sensor_history where ctid = any(array(
           select ctid from sensor_history where level = $1 and at < now() - make_interval(days => $2)
              and ($3::int is null or at < (select done_to from sensor_level where level = $3)) order by at limit ${BATCH}))`,
        [level, days, above ?? null],
      )
      if ((rowCount ?? 0) < BATCH) break
    }
  }
}
