import { z } from 'zod'
import { alone } from '../../../db/advisory.ts'
import { db } from '../../../db/pool.ts'
import { storeSetting } from '../../../db/stored-settings.ts'
import type { Work } from '../../../db/transaction.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const SETTING = 'proxy_ports'
/**
 * How long a port rests before another controller gets it: a page of the previous one may still be open in a browser.
 */
const REST = "interval '24 hours'"

const ports = z.object({
  first: z.int(),
  last: z.int(),
  /** Name under which the ports are reached; null: the panel's own. */
  host: z.string().nullable(),
  secure: z.boolean(),
  /** The panel's own port, which no controller has. */
  panel: z.int(),
})
export type Ports = z.infer<typeof ports>

/** The ports of the process that listens; null when none has ever listened. */
export async function readPorts(): Promise<Ports | null> {
  const { rows } = await db().pool.query({
    name: 'proxy-ports',
    text: 'select value from setting where name = $1',
    values: [SETTING],
  })
  return rows[0] ? ports.parse(rows[0].value) : null
}

export async function savePorts(value: Ports): Promise<void> {
  await storeSetting(SETTING, value)
}

/**
 *
 * A port for a session of a controller: the one it had last, else an unused one, else the one that rested longest.
 * @throws PanelError no_resources
 */
export async function takePort(work: Work, ipmi_id: number): Promise<number> {
  const range = await readPorts()
  if (!range) throw noResources(msg`No process of the panel listens on ports for controllers`)
  await alone(work, 'controller_ports')
  const [found] = await work.sql<{ port: number }>(
    `select n.port from generate_series($1::int, $2::int) n(port)
       left join lateral (select x.ipmi_id, x.closed_at, x.fault from proxy_session x where x.listen_web_port = n.port order by x.id desc limit 1) l on true,
       lateral (select l.ipmi_id is not distinct from $3::int and l.fault is distinct from 'port' as own) o
      where not exists (select 1 from proxy_session x where x.listen_web_port = n.port and x.state <> 'closed')
        and (l.closed_at is null or o.own or l.closed_at < now() - ${REST})
      order by o.own desc, l.closed_at nulls first, n.port limit 1`,
    [range.first, range.last, ipmi_id],
  )
  if (!found)
    throw noResources(
      msg`All ports for controllers (${range.first} to ${range.last}) are in use or were used recently: try again later`,
    )
  return found.port
}
