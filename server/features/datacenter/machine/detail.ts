import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { db } from '../../../db/pool.ts'
import type { Sql } from '../../../db/transaction.ts'
import type { Evidence, Machine, MachineDetail } from '../../../domain/machine/schema.ts'
import { likelyUnits, type Span } from '../../../domain/machine/units.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { EVIDENCE, SUREST } from './evidence.ts'
import { machineList, PORT } from './list.ts'

/** Ports that a machine seems to be plugged into, the surest first. @param sql of a transaction, or of none */
export const evidenceOf = (id: number, sql: Sql = alone) =>
  sql<Evidence>(
    `select ${Object.entries(PORT)
      .map(([name, sql]) => `${sql} as "${name}"`)
      .join(', ')},
            n.v->>'name' as nic, lower(n.v->>'mac') as mac, s.server as connected,
            s.server is null and not p.is_uplink and not p.is_service and not p.gone as is_free
       from machine m cross join ${EVIDENCE}
       left join lateral (select json_build_object('id', s.id, 'name', s.name) as server from switch_connection k join server s on s.id = k.server_id
                           where k.switch_port_id = p.id) s on true
      where m.id = $1::int order by ${SUREST} limit 256`,
    [id],
  )

const alone: Sql = async <Row>(text: string, values: unknown[] = []) => {
  const { rows } = await db().pool.query(text, values)
  return rows as Row[]
}

/** Everything known of one machine, and why it is thought to be where it is. */
export async function machineDetail(ctx: Context, id: number): Promise<MachineDetail> {
  const record = await serveRow<Machine>(machineList, ctx, id)
  const row = await db().prisma.machine.findUnique({ where: { id } })
  const report = hardwareReport.safeParse(row?.report)
  return {
    ...record,
    report: report.success ? report.data : null,
    evidence: await evidenceOf(id),
    units: record.place?.rack ? await unitsNear(record.place.rack.id, record.place.port.id) : [],
  }
}

/** Free units of a rack near the servers at the ports beside one. */
async function unitsNear(rack_id: number, port_id: number): Promise<number[]> {
  const at = '(length(p.if_index), p.if_index, p.id)'
  const beside = (sign: '<' | '>', order: 'desc' | 'asc') =>
    `(select s.unit, s.size from own o join switch_port p on p.switch_id = o.switch_id join switch_connection k on k.switch_port_id = p.id
        join server s on s.id = k.server_id
       where ${at} ${sign} (length(o.if_index), o.if_index, o.id) and s.rack_id = $1::int
       order by length(p.if_index) ${order}, p.if_index ${order}, p.id ${order} limit 1)`
  const { rows } = await db().pool.query<{ free: number[]; neighbours: Span[] }>(
    `with own as (select * from switch_port where id = $2::int)
     select (select coalesce(json_agg(u.unit order by u.unit), '[]') from rack r cross join lateral generate_series(1, r.size) u(unit)
              where r.id = $1::int and not exists (select from rack_cell c where c.rack_id = r.id and c.unit = u.unit and c.face in ('front', 'rear'))) as free,
            (select coalesce(json_agg(b), '[]') from (${beside('<', 'desc')} union all ${beside('>', 'asc')}) b) as neighbours`,
    [rack_id, port_id],
  )
  const [row] = rows
  return row ? likelyUnits(row.free, 1, row.neighbours) : []
}
