import { graphLevels, graphLevelsOf } from '../../../db/kept-series.ts'
import { db } from '../../../db/pool.ts'
import { type Asked, bitsPerSecond, type Span, spanOf } from '../../../domain/traffic/levels.ts'
import type { TrafficPoint } from '../../../domain/traffic/schema.ts'
import { panelSettings } from '../../../process/settings.ts'
import { keptTraffic } from './roll-up.ts'

/** What was measured of a port within one slot; a slot without a row is a gap. */
export type Measured = {
  port_id: number
  time: number
  ms: number
  in_octets: number
  out_octets: number
  errors: number
  discards: number
}

/** Which slots a question is about, as things are now. */
export const spanNow = (asked: Asked): Span => spanOf(asked, Math.floor(Date.now() / 1000), panelSettings().trafficDays)

const SERIES = `
  with a as (select * from unnest($1::int[], $2::int[], $3::timestamptz[]) as a(switch_id, port_id, since)),
  r as (${graphLevelsOf(keptTraffic, 4)})
  select a.port_id, extract(epoch from x.slot)::float8 as time, sum(t.ms[x.i])::float8 as ms, sum(t.in_octets[x.i])::float8 as in_octets,
         sum(t.out_octets[x.i])::float8 as out_octets, sum(coalesce(t.errors[x.i], 0))::float8 as errors,
         sum(coalesce(t.discards[x.i], 0))::float8 as discards
    from a cross join r
    join port_traffic t on t.switch_id = a.switch_id and t.level = r.level and t.at >= $7 and t.at < $8
         and (r.since is null or t.at >= r.since) and (a.since is null or t.at >= a.since)
   cross join lateral (select array_position(t.ports, a.port_id) as i,
                              date_bin(make_interval(secs => $9::int), t.at, 'epoch'::timestamptz) as slot) x
   where x.i is not null group by a.port_id, x.slot order by x.slot, a.port_id`

/** Ports to read, and from when on their traffic may be shown. */
export type SeriesOf = { switch_id: number; port_id: number; since: Date | null }

/** What passed ports within the slots of a span. One statement. */
export async function readSeries(ports: readonly SeriesOf[], span: Span): Promise<Measured[]> {
  const { rows } = await db().pool.query<Measured>(SERIES, valuesOf(ports, span))
  return rows
}

/** The same of all these ports together; frames of each are summed up, and rates of ports that were measured for different times. */
export async function readTotal(ports: readonly SeriesOf[], span: Span): Promise<TrafficPoint[]> {
  const { rows } = await db().pool.query<TrafficPoint>(
    `select time, round(sum(in_octets * 8000 / ms))::float8 as in, round(sum(out_octets * 8000 / ms))::float8 as out,
            sum(errors)::float8 as errors, sum(discards)::float8 as discards
       from (${SERIES}) s where ms > 0 group by time order by time`,
    valuesOf(ports, span),
  )
  const at = new Map(rows.map((row) => [row.time, row]))
  const nothing = { in: null, out: null, errors: null, discards: null }
  return timesOf(span).map((time) => at.get(time) ?? { time, ...nothing })
}

const valuesOf = (ports: readonly SeriesOf[], { from, to, step, level }: Span) => [
  ports.map((one) => one.switch_id),
  ports.map((one) => one.port_id),
  ports.map((one) => one.since),
  ...graphLevels(keptTraffic, level),
  new Date(from * 1000),
  new Date(to * 1000),
  step,
]

/** The beginnings of the slots of a span. */
const timesOf = ({ from, to, step }: Span) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step)

/** The points of a graph of one port: every slot of the span, null where nothing was measured. */
export function pointsOf(measured: readonly Measured[], span: Span): TrafficPoint[] {
  const at = new Map(measured.map((one) => [one.time, one]))
  return timesOf(span).map((time) => {
    const one = at.get(time)
    return {
      time,
      in: one ? bitsPerSecond(one.in_octets, one.ms) : null,
      out: one ? bitsPerSecond(one.out_octets, one.ms) : null,
      errors: one?.errors ?? null,
      discards: one?.discards ?? null,
    }
  })
}
