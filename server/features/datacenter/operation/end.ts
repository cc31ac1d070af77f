import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { whyNotEnd } from '../../../domain/operation/owners.ts'
import type { OperationCancel, OperationProgress } from '../../../domain/operation/schema.ts'
import { forbidden, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cancelTask } from '../../../tasks/cancel.ts'
import { writeReportedHardware } from '../server/hardware.ts'
import { endOperation, noteStep } from './record.ts'
import { serverOperationTask } from './task.ts'

type Open = { id: number; server_id: number; task: number; consul_id: number; type: OperationType }

/** The operation that is under way on a server, or with a number, to be ended. @throws PanelError `not_found`, `wrong_state` when it has ended, `forbidden` */
async function openOf(work: Work, ctx: Context, where: 'server' | 'operation', id: number): Promise<Open> {
  const owner = ctx.actor.isAdmin ? null : ctx.actor.account_id
  const what = where === 'server' ? msg`Server` : msg`Operation`
  const [row] = await work.sql<Open & { ended: boolean | null }>(
    where === 'server'
      ? `select o.id, o.server_id, o.task, coalesce(t.consul_id, 0) as consul_id, o.type, o.id is null as ended from server s left join operation o on o.id = s.operation_id
           left join task t on t.id = o.task where s.id = $1::int and ($2::int is null or s.owner_id = $2::int)`
      : `select o.id, o.server_id, o.task, coalesce(t.consul_id, 0) as consul_id, o.type, o.ended_at is not null as ended from operation o join server s on s.id = o.server_id
           left join task t on t.id = o.task where o.id = $1::int and ($2::int is null or s.owner_id = $2::int)`,
    [id, owner],
  )
  if (!row) throw notFound(what, id)
  if (row.ended) throw wrongState(msg`No operation is under way`)
  requireMayEnd(ctx, row.type)
  return row
}

function requireMayEnd({ actor }: Context, type: OperationType) {
  const why = whyNotEnd(type, actor)
  if (why) throw forbidden(why)
}

/** To call off the task of an operation is to cancel that. @throws PanelError `forbidden` for one that the asker may not end */
export async function requireMayAbort(
  work: Work,
  ctx: Context,
  task: { id: number; name: string; registry_id: number },
) {
  if (task.name !== serverOperationTask.name) return
  const where = { task: task.id, server_id: task.registry_id }
  const row = await work.tx.operation.findFirst({ where, select: { type: true } })
  if (row) requireMayEnd(ctx, row.type as OperationType)
}

/** Stops the operation of a server; what its disks hold then is not known when they were being written. */
export const cancelOperation = (ctx: Context, server_id: number, { restart = false }: OperationCancel) =>
  ctx.mutate(async (work) => {
    const open = await openOf(work, ctx, 'server', server_id)
    if (restart) await noteRestart(work, open.id, server_id)
    await cancelTask(work, open.task)
    return { task: open.consul_id }
  })

/** @throws PanelError `wrong_state` for a server that nothing can restart */
async function noteRestart(work: Work, id: number, server_id: number) {
  const rows = await work.sql(
    `update operation o set restart = true where o.id = $1::int and o.ended_at is null
        and exists (select from task t join ipmi i on i.id = (t.input->>'ipmi_id')::int where t.id = o.task and i.server_id = $2::int) returning o.id`,
    [id, server_id],
  )
  if (rows.length === 0) throw wrongState(msg`The server has no management controller: restart it by hand`, 'restart')
}

/** Ends an operation as done, for programs that did its work, and a rescue system for people. @param hardware_info what such a program has found, told by administrators */
export const finishOperation = (ctx: Context, id: number, hardware_info: object | undefined) =>
  ctx.mutate(async (work) => {
    const open = await openOf(work, ctx, 'operation', id)
    if (hardware_info) {
      if (!ctx.actor.isAdmin) throw forbidden(msg`Only administrators report the hardware of servers`, 'hardware_info')
      await writeReportedHardware(work, open.server_id, hardware_info)
    }
    await work.tx.operation.update({ where: { id }, data: { result: { ok: true } } })
    await endOperation(work, id, 'ok', null)
    return { task: open.consul_id }
  })

export const failOperation = (ctx: Context, id: number, reason: string | undefined) =>
  ctx.mutate(async (work) => {
    const open = await openOf(work, ctx, 'operation', id)
    await endOperation(work, id, 'fail', reason ?? msg`It was reported as failed`)
    return { task: open.consul_id }
  })

export const noteProgress = (ctx: Context, id: number, { progress_info }: OperationProgress) =>
  ctx.mutate(async (work) => {
    await openOf(work, ctx, 'operation', id)
    await noteStep(work, id, 'reported', progress_info, null)
    return { id }
  })
