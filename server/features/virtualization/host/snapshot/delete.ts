import type { host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { notFound } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { requireNotRead } from '../../backup/reading.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { snapshotDeleteTask } from './delete-task.ts'
import { ownSnapshot } from './revert.ts'

/** Accepts the deletion of one snapshot; what was made from it comes from its parent afterwards. */
export async function deleteSnapshot(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const known = await ownSnapshot(work, ctx, id)
    const { row } = await claimHost(work, ctx, known.host_id, 'snapshot_delete')
    await requireNotRead(work, row.id)
    const task = await queue(work, ctx, row, [id], { snapshot: known.name })
    return { id, task: task.consul_id }
  })
}

/** Accepts the deletion of all snapshots that a VM has now; of one that has none nothing is left to do. */
export async function deleteSnapshots(ctx: Context, host_id: number) {
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) })
    if (!own) throw notFound(msg`VM`, host_id)
    const { row } = await claimHost(work, ctx, host_id, 'snapshot_delete')
    await requireNotRead(work, host_id)
    const all = await work.tx.snapshot.findMany({ where: { host_id }, orderBy: { id: 'desc' }, select: { id: true } })
    const ids = all.map(({ id }) => id)
    const task = await queue(work, ctx, row, ids, { snapshots: ids.length })
    return { id: host_id, task: task.consul_id }
  })
}

const queue = (work: Work, ctx: Context, row: host, ids: number[], params: Record<string, unknown>) =>
  queueHostTask(work, ctx, row, { definition: snapshotDeleteTask, input: { host_id: row.id, ids }, params })
