import type { pdu_port } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { writeEdit } from '../../../api/edit.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { type OutletFacts, type OutletWhyNot, whyNotOutlet } from '../../../domain/pdu/outlet-rules.ts'
import type { PduPortEdit } from '../../../domain/pdu/schema.ts'
import { inUse, notFound, type PanelError, refused, wrongState } from '../../../domain/shared/errors.ts'
import type { ServiceMark } from '../../../domain/switch/schema.ts'
import { pduDriver } from '../../../drivers/pdu/registry.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { pduPortCycleTask, pduPortOffTask, pduPortOnTask, protectedServer } from './port-task.ts'

/** Which outlet: of this PDU, or it does not exist. */
export type OutletKey = { pdu_id: number; port_id: number }

const naming = { entity: 'pdu_port', what: msg`Outlet` } as const

export async function editOutlet(ctx: Context, key: OutletKey, body: PduPortEdit) {
  await ctx.mutate(async (work) => {
    await lockOutlet(work, key)
    await writeEdit(ctx, work, work.tx.pdu_port, naming, key.port_id, body)
  })
  return { id: key.port_id }
}

const tasks = { on: pduPortOnTask, off: pduPortOffTask, cycle: pduPortCycleTask } as const

/**
 * Switches an outlet on the device: on, off, or off and on again. Cutting power is rejected while it powers a protected
 * server.
 */
export async function switchOutlet(ctx: Context, key: OutletKey, action: 'on' | 'off' | 'cycle') {
  return ctx.mutate(async (work) => {
    const outlet = await lockOutlet(work, key)
    if (!pduDriver(outlet.device).capabilities.switch_outlets)
      throw refused(msg`The outlets of this kind of PDU cannot be switched`)
    const why = whyNotOutlet(action, rulesOf(outlet))
    if (why) throw notSwitched(why, outlet)
    const about = { registry_id: key.port_id, entity: 'pdu_port', account_id: null }
    const task = await enqueue(work, tasks[action], key, about)
    await work.tx.pdu_port.update({ where: { id: key.port_id }, data: { task_id: task.id } })
    changed(work, {
      entity: 'pdu_port',
      entity_id: key.port_id,
      event: 'update',
      data: { task_id: task.id },
      relations: { pdu: key.pdu_id },
    })
    return { id: key.port_id, task: task.consul_id }
  })
}

/** Marks an outlet that powers something other than a server, or frees it. */
export async function markOutlet(ctx: Context, key: OutletKey, body: ServiceMark) {
  await ctx.mutate(async (work) => {
    const port = await lockOutlet(work, key)
    if (body.is_service && whyNotOutlet('service', rulesOf(port)))
      throw inUse(msg`Outlet ${port.identity} feeds server ${port.server ?? ''}: disconnect it first`)
    await writeEdit(ctx, work, work.tx.pdu_port, naming, key.port_id, {
      is_service: body.is_service,
      connection_type_info: body.is_service ? (body.connection_type_info ?? port.connection_type_info) : '',
    })
  })
  return { id: key.port_id }
}

async function lockOutlet(work: Work, { pdu_id, port_id }: OutletKey) {
  // Locked by a statement of its own: what the next one reads is then no older than the lock.
  await lockRow(work, 'pdu_port', port_id)
  const [found] = await work.sql<{ device: string; pdu: string; server: string | null; is_protected: boolean | null }>(
    `select u.device, u.name as pdu, s.name as server, s.is_protected
       from pdu_port p join pdu u on u.id = p.pdu_id left join pdu_connection k on k.pdu_port_id = p.id
       left join server s on s.id = k.server_id where p.id = $1::int and p.pdu_id = $2::int`,
    [port_id, pdu_id],
  )
  const port: pdu_port | null | undefined = found && (await work.tx.pdu_port.findUnique({ where: { id: port_id } }))
  if (!found || !port) throw notFound(msg`Outlet`, port_id)
  return { ...port, ...found }
}
type LockedOutlet = Awaited<ReturnType<typeof lockOutlet>>

const rulesOf = ({ gone, is_service, power_status, server, is_protected }: LockedOutlet): OutletFacts => ({
  gone,
  is_service,
  power_status: power_status as OutletFacts['power_status'],
  server: server === null ? null : { is_protected: is_protected ?? false },
})

function notSwitched(why: OutletWhyNot, { identity, pdu, server, power_status }: LockedOutlet): PanelError {
  if (why === 'protected') return protectedServer({ identity, pdu, name: server ?? '' })
  const words =
    why === 'gone'
      ? msg`Outlet ${identity} of ${pdu} was not found by the last poll: check the PDU and poll it again`
      : msg`Outlet ${identity} of ${pdu} is off: turn it on instead`
  return wrongState(words, power_status)
}
