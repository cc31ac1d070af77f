import { forgetOldSlots, graphLevels, graphLevelsOf, type KeptSeries, rollUpSeries } from '../../../db/kept-series.ts'
import { db } from '../../../db/pool.ts'
import { sensorLevels, sensorSpan } from '../../../domain/ipmi/history.ts'
import type { SensorHistory, SensorPoint } from '../../../domain/ipmi/sensor.ts'
import type { Asked } from '../../../domain/traffic/levels.ts'
import { panelSettings } from '../../../process/settings.ts'

/** Means are by their readings; besides there are extremes. */
const MAKE_SLOT = `
  p as (
    select h.ipmi_id, u.sensor, sum(coalesce(u.n, 1))::int as n, (sum(u.mean::float8 * coalesce(u.n, 1)) / sum(coalesce(u.n, 1)))::real as mean,
           min(coalesce(u.low, u.mean)) as low, max(coalesce(u.high, u.mean)) as high
      from sensor_history h cross join lateral unnest(h.sensors, h.means, h.counts, h.lows, h.highs) as u(sensor, mean, n, low, high)
     where h.level = $1 and h.at >= $3 and h.at < $4 group by h.ipmi_id, u.sensor),
  made as (
    insert into sensor_history (ipmi_id, level, at, sensors, means, counts, lows, highs)
    select ipmi_id, $2, $3, array_agg(sensor order by sensor), array_agg(mean order by sensor), array_agg(n order by sensor),
           array_agg(low order by sensor), array_agg(high order by sensor)
      from p group by ipmi_id order by ipmi_id on conflict do nothing)`

/** Sensor readings of controllers: a row a controller and slot. */
const keptSensors: KeptSeries = {
  table: 'sensor_history',
  done: 'sensor_level',
  levels: sensorLevels,
  // However slow a controller, it has been asked and its answer stored by then.
  graceS: 300,
  makeSlot: MAKE_SLOT,
  // As traffic, which has a minute besides.
  keptDays: () => panelSettings().trafficDays.slice(1),
}

/** See `rollUpSeries`. */
export const rollUpSensors = (signal: AbortSignal, now?: number): Promise<void> =>
  rollUpSeries(keptSensors, signal, now)

/** Deletes values that are older than traffic of their level is kept. */
export const forgetOldSensors = (signal: AbortSignal): Promise<void> => forgetOldSlots(keptSensors, signal)

const SERIES = `
  with r as (${graphLevelsOf(keptSensors, 3)})
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
  const { rows } = await db().pool.query<SensorPoint & { mean: number }>(SERIES, [
    ipmi_id,
    sensor_id,
    ...graphLevels(keptSensors, level),
    new Date(from * 1000),
    new Date(to * 1000),
    step,
  ])
  const at = new Map(rows.map((row) => [row.time, row]))
  const list = Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => {
    const time = from + i * step
    const one = at.get(time)
    const cycle = (value: number) => Number(value.toPrecision(6))
    return one
      ? { time, mean: cycle(one.mean), low: cycle(one.low ?? one.mean), high: cycle(one.high ?? one.mean) }
      : { time, mean: null, low: null, high: null }
  })
  return { from, to, step, list }
}
