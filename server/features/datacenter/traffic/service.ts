import type { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { Asked } from '../../../domain/traffic/levels.ts'
import type { PortTraffic, serverTraffic } from '../../../domain/traffic/schema.ts'
import type { PortKey } from '../switch/ports.ts'
import { percentilesOf } from './percentile.ts'
import { pointsOf, readSeries, type SeriesOf, spanNow } from './series.ts'

/** Traffic of a port for a graph, with its 95th percentiles. The caller has made sure that the port is there. */
export async function portTrafficOf({ switch_id, port_id }: PortKey, asked: Asked): Promise<PortTraffic> {
  const span = spanNow(asked)
  const measured = await readSeries([{ switch_id, port_id, since: null }], span)
  const { from, to, step } = span
  return { from, to, step, list: pointsOf(measured, span), percentiles: await percentilesOf(switch_id, port_id) }
}

/**
 * Octets counted at the ports of a server, since it is connected to them: earlier traffic belongs to another server.
 * The caller has checked that the server may be seen.
 */
export async function serverTrafficOf(server_id: number, asked: Asked): Promise<z.infer<typeof serverTraffic>> {
  const { rows: ports } = await db().pool.query<SeriesOf>(
    `select p.switch_id, p.id as port_id, k.created_at as since
       from switch_connection k join switch_port p on p.id = k.switch_port_id where k.server_id = $1 order by p.id`,
    [server_id],
  )
  const measured = await readSeries(ports, spanNow(asked))
  return {
    list: measured.map(({ time, in_octets, out_octets, port_id }) => ({
      time,
      in: in_octets,
      out: out_octets,
      switch_port: port_id,
    })),
  }
}
