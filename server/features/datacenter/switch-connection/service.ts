import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { inUse, invalidInput, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { whyNotPort } from '../../../domain/switch/port-rules.ts'
import type { SwitchConnect, SwitchConnectionEdit } from '../../../domain/switch/schema.ts'
import { msg } from '../../../shared/text.ts'
import { holdServer, rejectMoving, tellCable } from '../device/server-end.ts'
import { portName } from '../switch/port-sql.ts'

type Port = {
  port: string
  name: string
  location_id: number
  is_uplink: boolean
  is_service: boolean
  gone: boolean
}

/** Notes that a server is plugged into a port: both in one location, the port free. */
export async function connectPort(ctx: Context, body: SwitchConnect) {
  return ctx.mutate(async (work) => {
    const made = await connectWithin(work, body)
    return made
  })
}

/** The same as a part of something else. */
export async function connectWithin(
  work: Work,
  { server_id, switch_port_id, do_not_collect_traffic }: SwitchConnect,
): Promise<{ id: number }> {
  // Lock order: the switch before its port.
  const of = 'id = (select switch_id from switch_port where id = $1::int)'
  await work.sql(`select id from net_switch where ${of} for key share`, [switch_port_id])
  const [port] = await work.sql<Port>(
    `select ${portName} as port, w.name, w.location_id, p.is_uplink, p.is_service, p.gone
         from switch_port p join net_switch w on w.id = p.switch_id where p.id = $1::int for no key update of p`,
    [switch_port_id],
  )
  const about = { value: 'switch_port_id' }
  if (!port) throw invalidInput(msg`Port ${switch_port_id} does not exist`, about)
  const words = msg`${port.port} of ${port.name}`
  const why = whyNotPort('connect', port)
  if (why === 'uplink') throw refused(msg`${words} is an uplink: servers cannot be connected to it`, about)
  if (why === 'service') throw refused(msg`${words} is a service port: servers cannot be connected to it`, about)
  if (why === 'gone')
    throw refused(msg`${words} was not found by the last poll: check the device and poll it again`, about)
  const server = await holdServer(work, server_id, { what: msg`switch`, ...port })
  rejectMoving(server)
  if (server.state === 'suspended')
    throw wrongState(msg`Server ${server.name} is suspended: resume it before connecting it`)
  const [made] = await work.sql<{ id: number }>(
    `insert into switch_connection (server_id, switch_port_id, do_not_collect_traffic) values ($1::int, $2::int, $3::boolean)
       on conflict do nothing returning id`,
    [server_id, switch_port_id, do_not_collect_traffic ?? false],
  )
  if (!made) {
    const [other] = await work.sql<{ name: string }>(
      'select s.name from switch_connection k join server s on s.id = k.server_id where k.switch_port_id = $1::int',
      [switch_port_id],
    )
    throw inUse(msg`${words} is already connected to server ${other?.name ?? '?'}`, about)
  }
  tellCable(work, 'switch_connection', 'create', made.id, server, { entity: 'switch_port', id: switch_port_id })
  return made
}

/** Says whether the traffic of a connection is counted. */
export async function editConnection(ctx: Context, id: number, body: SwitchConnectionEdit) {
  await ctx.mutate(async (work) => {
    const [row] = await work.sql<{ server_id: number; switch_port_id: number; owner_id: number | null }>(
      `update switch_connection k set do_not_collect_traffic = $2::boolean from server s
        where k.id = $1::int and s.id = k.server_id returning k.server_id, k.switch_port_id, s.owner_id`,
      [id, body.do_not_collect_traffic],
    )
    if (!row) throw notFound(msg`Connection`, id)
    const server = { id: row.server_id, owner_id: row.owner_id }
    tellCable(work, 'switch_connection', 'update', id, server, { entity: 'switch_port', id: row.switch_port_id })
  })
  return { id }
}

/** Notes that a cable was pulled. The port stays as it is, on or off. */
export async function disconnectPort(ctx: Context, id: number) {
  await ctx.mutate((work) => disconnectWithin(work, id))
  return { id }
}

/** The same as a part of something else. */
export async function disconnectWithin(work: Work, id: number): Promise<void> {
  const [row] = await work.sql<{
    server_id: number
    switch_port_id: number
    name: string
    state: string
    owner_id: number | null
  }>(
    `select k.server_id, k.switch_port_id, s.name, s.state, s.owner_id
         from switch_connection k join server s on s.id = k.server_id where k.id = $1::int for no key update of s`,
    [id],
  )
  if (!row) throw notFound(msg`Connection`, id)
  rejectMoving(row)
  const { count } = await work.tx.switch_connection.deleteMany({ where: { id } })
  if (count === 0) throw notFound(msg`Connection`, id)
  const server = { id: row.server_id, name: row.name, owner_id: row.owner_id }
  tellCable(work, 'switch_connection', 'delete', id, server, { entity: 'switch_port', id: row.switch_port_id })
}

/** Notes that the port of a connection is switched off because its server is suspended. */
export const noteSwitchedOff = (id: number) =>
  db().prisma.switch_connection.updateMany({ where: { id }, data: { suspended: true } })

/** The ports of a server are no longer off because of it. */
export const forgetSwitchedOff = (work: Work, server_id: number) =>
  work.tx.switch_connection.updateMany({ where: { server_id }, data: { suspended: false } })
