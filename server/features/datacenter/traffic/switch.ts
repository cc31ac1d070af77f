import { db } from '../../../db/pool.ts'
import { type Asked, bitsPerSecond } from '../../../domain/traffic/levels.ts'
import type { SwitchTraffic } from '../../../domain/traffic/schema.ts'
import { type Measured, readSeries, readTotal, type SeriesOf, spanNow } from './series.ts'

/** One slot that holds whatever a span has: seconds of Unix time do not reach its end before 2033. */
const ALL = 2_000_000_000

// Older than that is not what passes now.
const NEWEST = `
  select u.port_id, u.ms, u.in_octets, u.out_octets, coalesce(u.errors, 0) as errors, coalesce(u.discards, 0) as discards
    from (select * from port_traffic where switch_id = $1 and level = 60 and at > now() - interval '5 minutes'
           order by at desc limit 1) t
   cross join lateral unnest(t.ports, t.ms, t.in_octets, t.out_octets, t.errors, t.discards)
           as u(port_id, ms, in_octets, out_octets, errors, discards)
   where u.ms > 0`

/**
 * Averages of all measured ports of a switch and the graph of all together, without a span those of the newest minute; a port that was not measured is not in it. The
 * caller has made sure that the switch is there.
 */
export async function switchTrafficOf(switch_id: number, asked: Asked): Promise<SwitchTraffic> {
  const isNow = asked.from === undefined && asked.to === undefined
  const ports = isNow ? [] : await portsOf(switch_id)
  const measured = isNow ? newest(switch_id) : within(ports, asked)
  return {
    total: isNow ? [] : await readTotal(ports, spanNow(asked)),
    list: (await measured).map(({ port_id, ms, in_octets, out_octets, errors, discards }) => ({
      port: port_id,
      in: bitsPerSecond(in_octets, ms),
      out: bitsPerSecond(out_octets, ms),
      errors,
      discards,
    })),
  }
}

async function newest(switch_id: number): Promise<Omit<Measured, 'time'>[]> {
  const { rows } = await db().pool.query<Omit<Measured, 'time'>>(NEWEST, [switch_id])
  return rows.map((row) => ({
    port_id: row.port_id,
    ms: row.ms,
    in_octets: Number(row.in_octets),
    out_octets: Number(row.out_octets),
    errors: Number(row.errors),
    discards: Number(row.discards),
  }))
}

async function portsOf(switch_id: number): Promise<SeriesOf[]> {
  const { rows } = await db().pool.query<{ id: number }>('select id from switch_port where switch_id = $1', [switch_id])
  return rows.map(({ id }) => ({ switch_id, port_id: id, since: null }))
}

async function within(ports: readonly SeriesOf[], asked: Asked): Promise<Measured[]> {
  return (await readSeries(ports, { ...spanNow(asked), step: ALL })).filter(({ ms }) => ms > 0)
}
