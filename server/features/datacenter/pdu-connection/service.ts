import type { Context } from '../../../api/context.ts'
import { whyNotOutlet } from '../../../domain/pdu/outlet-rules.ts'
import type { PduConnect } from '../../../domain/pdu/schema.ts'
import { inUse, invalidInput, notFound, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { refreshPower } from '../../remote/power/refresh.ts'
import { holdServer, type ServerEnd, tellCable } from '../device/server-end.ts'

type Port = { identity: number; name: string; location_id: number; is_service: boolean; gone: boolean }

/** Connects an outlet to a server: both in one location, the outlet free. */
export async function connectOutlet(ctx: Context, { server_id, pdu_port_id }: PduConnect) {
  return ctx.mutate(async (work) => {
    // Lock order: the PDU before its outlet.
    const of = 'id = (select pdu_id from pdu_port where id = $1::int)'
    await work.sql(`select id from pdu where ${of} for key share`, [pdu_port_id])
    const [port] = await work.sql<Port>(
      `select p.identity, u.name, u.location_id, p.is_service, p.gone
         from pdu_port p join pdu u on u.id = p.pdu_id where p.id = $1::int for no key update of p`,
      [pdu_port_id],
    )
    const about = { value: 'pdu_port_id' }
    if (!port) throw invalidInput(msg`Outlet ${pdu_port_id} does not exist`, about)
    const words = msg`Outlet ${port.identity} of ${port.name}`
    const why = whyNotOutlet('connect', { ...port, power_status: 'unknown' })
    if (why === 'service') throw refused(msg`${words} is a service port: servers cannot be connected to it`, about)
    if (why === 'gone')
      throw refused(msg`${words} was not found by the last poll: check the device and poll it again`, about)
    const server = await holdServer(work, server_id, { what: msg`PDU`, ...port })
    const [made] = await work.sql<{ id: number }>(
      'insert into pdu_connection (server_id, pdu_port_id) values ($1::int, $2::int) on conflict do nothing returning id',
      [server_id, pdu_port_id],
    )
    if (!made) {
      const [other] = await work.sql<{ name: string }>(
        'select s.name from pdu_connection k join server s on s.id = k.server_id where k.pdu_port_id = $1::int',
        [pdu_port_id],
      )
      throw inUse(msg`${words} already feeds server ${other?.name ?? '?'}`, about)
    }
    await refreshPower(work, [server_id])
    tellCable(work, 'pdu_connection', 'create', made.id, server, { entity: 'pdu_port', id: pdu_port_id })
    return made
  })
}

/** Notes that a power cable was pulled. The outlet stays as it is, on or off. */
export async function disconnectOutlet(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const [row] = await work.sql<ServerEnd & { pdu_port_id: number }>(
      `select s.id, s.name, s.owner_id, k.pdu_port_id
         from pdu_connection k join server s on s.id = k.server_id where k.id = $1::int for no key update of s`,
      [id],
    )
    const { count } = await work.tx.pdu_connection.deleteMany({ where: { id } })
    if (!row || count === 0) throw notFound(msg`Connection`, id)
    await refreshPower(work, [row.id])
    tellCable(work, 'pdu_connection', 'delete', id, row, { entity: 'pdu_port', id: row.pdu_port_id })
  })
  return { id }
}
