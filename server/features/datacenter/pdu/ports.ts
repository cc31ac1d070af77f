import type { pdu_port } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { PduPortEdit } from '../../../domain/pdu/schema.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import type { ServiceMark } from '../../../domain/switch/schema.ts'
import { pduDriver } from '../../../drivers/pdu/registry.ts'
import { changed } from '../../../events/changes.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { writeEdit } from '../edit.ts'
import { pduPortOffTask, pduPortOnTask, refuseCuttingProtected } from './port-task.ts'

/** Which outlet: of this PDU, or it does not exist. */
export type OutletKey = { pdu_id: number; port_id: number }

const naming = { entity: 'pdu_port', what: 'Outlet' }

export async function editOutlet(ctx: Context, key: OutletKey, body: PduPortEdit) {
  await ctx.mutate(async (work) => {
    await lockOutlet(work, key)
    await writeEdit(ctx, work, work.tx.pdu_port, naming, key.port_id, body)
  })
  return { id: key.port_id }
}

/** Switches an outlet on or off on the device. Off is refused while it feeds a protected server. */
export async function switchOutlet(ctx: Context, key: OutletKey, power: 'up' | 'down') {
  return ctx.mutate(async (work) => {
    const { device } = await lockOutlet(work, key)
    if (!pduDriver(device).capabilities.switch_outlets)
      throw new PanelError('refused', 'The outlets of this kind of PDU cannot be switched')
    if (power === 'down') await refuseCuttingProtected(work, key.port_id)
    const definition = power === 'up' ? pduPortOnTask : pduPortOffTask
    const about = { registry_id: key.port_id, entity: 'pdu_port', account_id: null }
    const task = await enqueue(work, definition, { ...key, power }, about)
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

/** Marks an outlet as one that feeds something which is no server, or frees it. */
export async function markOutlet(ctx: Context, key: OutletKey, body: ServiceMark) {
  await ctx.mutate(async (work) => {
    const port = await lockOutlet(work, key)
    if (body.is_service && port.server !== null)
      throw new PanelError('in_use', `Outlet ${port.identity} feeds server ${port.server}: disconnect it first`)
    await writeEdit(ctx, work, work.tx.pdu_port, naming, key.port_id, {
      is_service: body.is_service,
      connection_type_info: body.is_service ? (body.connection_type_info ?? port.connection_type_info) : '',
    })
  })
  return { id: key.port_id }
}

async function lockOutlet(work: Work, { pdu_id, port_id }: OutletKey) {
  // Locked by a statement of its own: what the next one reads is then no older than the lock.
  await work.sql('select id from pdu_port where id = $1::int for update', [port_id])
  const [found] = await work.sql<{ device: string; server: string | null }>(
    `select u.device, (select s.name from pdu_connection k join server s on s.id = k.server_id where k.pdu_port_id = p.id) as server
       from pdu_port p join pdu u on u.id = p.pdu_id where p.id = $1::int and p.pdu_id = $2::int`,
    [port_id, pdu_id],
  )
  const port: pdu_port | null | undefined = found && (await work.tx.pdu_port.findUnique({ where: { id: port_id } }))
  if (!found || !port) throw notFound('Outlet', port_id)
  return { ...port, ...found }
}
