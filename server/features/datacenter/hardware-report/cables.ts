import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import {
  type CablePort,
  type Cables,
  cablesOf,
  type Heard,
  unconfirmed,
} from '../../../domain/hardware-report/cables.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { connectWithin, disconnectWithin } from '../switch-connection/service.ts'
import { type OfServer, reportRow } from './service.ts'

type Sql = <Row>(text: string, values: unknown[]) => Promise<Row[]>
const direct: Sql = async <Row>(text: string, values: unknown[]) => (await db().pool.query(text, values)).rows as Row[]

/** Reports before the one that is looked at. */
const LOOKED_BACK = 20

type Match = CablePort & { mac: string; closed: boolean; holder_id: number | null; holder: string | null }

/**
 * Ports of the location that neighbours announce: a switch by its system name, or by an address of its chassis that one of its ports has too; a port by name,
 * number or address. What fits several ports is none.
 */
const matches = (heard: '$2' | '$3') => `
  with heard as (select * from jsonb_to_recordset(${heard}::jsonb) as h(mac text, chassis text, port text, system text)),
  fits as (
    select h.mac, p.id, p.name, w.id as switch, w.name as switch_name, p.is_uplink or p.is_service as closed, o.id as holder_id, o.name as holder,
           count(*) over (partition by h.mac) as n
      from server s join heard h on true join net_switch w on w.location_id = s.location_id
      join switch_port p on p.switch_id = w.id and not p.gone
           and (lower(p.name) = lower(h.port) or p.if_index = h.port or (p.mac is not null and p.mac = lower(h.port)))
      left join switch_connection k on k.switch_port_id = p.id left join server o on o.id = k.server_id
     where s.id = $1::int and h.port <> ''
       and (lower(h.system) in (lower(w.hostname), lower(w.name)) and h.system <> ''
            or exists (select from switch_port q where q.switch_id = w.id and q.mac is not null and q.mac = lower(h.chassis))))
  select * from fits where n = 1`

const OWN = `select p.id, p.name, w.id as switch, w.name as switch_name from switch_connection k join switch_port p on p.id = k.switch_port_id
               join net_switch w on w.id = p.switch_id where k.server_id = $1::int and not k.is_ipmi_connection order by k.id`

/** All of it at one moment: a cable that is taken over meanwhile is either at its old port or at its new one. */
const rows = (of: string) => `(select coalesce(json_agg(x), '[]') from (${of}) x)`
const NOW = `select ${rows(matches('$2'))} as matches, ${rows(matches('$3'))} as before, ${rows(OWN)} as own`

/** What each card heard last before a report: a card that was moved is known by it. */
const BEFORE = `select distinct on (n.nic->>'mac') lower(n.nic->>'mac') as mac, n.nic->'lldp' as lldp
  from (select r.id, r.report from hardware_report r where r.server_id = $1::int and r.id < $2::int order by r.id desc limit ${LOOKED_BACK}) r,
       jsonb_array_elements(r.report->'nics') n(nic)
 where jsonb_typeof(n.nic->'lldp') = 'object' order by n.nic->>'mac', r.id desc`

async function cablesWith(sql: Sql, server_id: number, report_id: number): Promise<Cables> {
  const row = await db().prisma.hardware_report.findUniqueOrThrow({ where: { id: report_id } })
  const { nics } = hardwareReport.parse(row.report)
  const heard = nics.flatMap(({ mac, lldp }) => (lldp ? [{ mac: mac.toLowerCase(), ...lldp }] : []))
  const earlier = await sql<{ mac: string; lldp: object }>(BEFORE, [server_id, report_id])
  const told = earlier.map(({ mac, lldp }) => ({ ...lldp, mac }))
  const values = [server_id, JSON.stringify(heard), JSON.stringify(told)]
  const [now] = await sql<{ matches: Match[]; before: Match[]; own: CablePort[] }>(NOW, values)
  if (!now) throw new Error('a statement without a condition has one row')
  const before = new Map(now.before.map(({ mac, id }) => [mac, id]))
  const cards = nics.map(({ mac, name, link, lldp }): Heard => {
    const found = now.matches.find((one) => one.mac === mac.toLowerCase())
    const base = {
      mac: mac.toLowerCase(),
      name,
      link,
      announced: lldp !== null,
      before: before.get(mac.toLowerCase()) ?? null,
    }
    if (!found) return { ...base, port: null, holder: null }
    const { id, name: port, switch: of, switch_name, closed, holder_id, holder } = found
    return {
      ...base,
      port: { id, name: port, switch: of, switch_name, closed },
      holder: holder_id === null ? null : { id: holder_id, name: holder ?? '' },
    }
  })
  const list = cablesOf(server_id, cards, now.own)
  return { list, unconfirmed: unconfirmed(list, now.own) }
}

/** Cables of the cards of a report, as their neighbours announce them and as the panel has them now. */
export async function listCables(ctx: Context, of: OfServer): Promise<Cables> {
  const row = await reportRow(ctx, of)
  return cablesWith(direct, of.server_id, row.id)
}

/**
 * Notes the cable of one card as its neighbour announces it: connects the server to that port, and takes away the connection that the panel has instead.
 * @returns the connection
 * @throws PanelError `not_found`, `wrong_state` for a report that is not the last one, `refused` where there is nothing to take over, and those of connecting
 */
export async function acceptCable(ctx: Context, of: OfServer, mac: string): Promise<{ id: number }> {
  const row = await reportRow(ctx, of)
  const { server_id } = of
  return ctx.mutate(async (work) => {
    const [last] = await work.sql<{ id: number }>(
      'select max(id) as id from hardware_report where server_id = $1::int',
      [server_id],
    )
    if (last?.id !== row.id)
      throw wrongState(msg`There is a newer report of this server: cables are taken over from the last one`)
    const { list } = await cablesWith((text, values) => work.sql(text, values), server_id, row.id)
    const cable = list.find((one) => one.mac === mac.toLowerCase())
    if (!cable?.port || (cable.state !== 'new' && cable.state !== 'differs'))
      throw refused(msg`The network card ${mac} announces no cable that can be taken over`, 'mac')
    // In the order in which rows are locked: the new switch and port before the server.
    const made = await connectWithin(work, { server_id, switch_port_id: cable.port.id })
    if (cable.known) {
      const old = await work.tx.switch_connection.findUnique({ where: { switch_port_id: cable.known.id } })
      if (old?.server_id === server_id) await disconnectWithin(work, old.id)
    }
    return made
  })
}
