import type { backup } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { BackupRelocate, ImageCopy, ImageMove } from '../../../domain/backup/schema.ts'
import { forbidden, invalidField, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { backupCopyTask } from './copy-task.ts'
import { holdBackup, requireState } from './own.ts'
import { locationPlace, nodePlace, type Place } from './place.ts'
import { requireQuota } from './quota.ts'
import { backupChanged } from './record.ts'

/** Copies a backup to a node. */
export async function copyBackup(ctx: Context, id: number, { node }: ImageCopy) {
  return ctx.mutate(async (work) => {
    const row = await held(work, ctx, id)
    await requireNode(work, node, 'node')
    requireState(row, ['active'])
    await requireFree(work, id, nodePlace(node), 'node')
    return queue(work, row, 'copying', nodePlace(node), [])
  })
}

/** Moves a backup from one node to another. */
export async function moveBackup(ctx: Context, id: number, { source, destination }: ImageMove) {
  return ctx.mutate(async (work) => {
    const row = await held(work, ctx, id)
    await requireNode(work, source, 'source')
    await requireNode(work, destination, 'destination')
    const from = await work.tx.backup_copy.findFirst({ where: { backup_id: id, node_id: source, state: 'active' } })
    if (!from) throw invalidField('source', msg`the backup does not lie on this node`)
    requireState(row, ['active'])
    await requireFree(work, id, nodePlace(destination), 'destination')
    return queue(work, row, 'migrating', nodePlace(destination), [from.id])
  })
}

/** Moves a backup to a backup location or a node: the copy that was written first goes there. */
export async function relocateBackup(ctx: Context, id: number, body: BackupRelocate) {
  return ctx.mutate(async (work) => {
    const row = await held(work, ctx, id)
    const type = body.destination_type ?? 'ssh'
    const target = body.destination ?? (type === 'node' ? row.node_id : null)
    if (target === null) throw invalidField('destination', msg`It is required`)
    if (type === 'node') {
      if (!ctx.actor.isAdmin) throw forbidden(msg`Only administrators can choose nodes`, 'destination')
      await requireNode(work, target, 'destination')
    } else await requireLocation(work, ctx, row, target)
    const place = type === 'node' ? nodePlace(target) : locationPlace(target)
    requireState(row, ['active'])
    await requireFree(work, id, place, 'destination')
    if (type !== 'node') await requireQuota(work, [target], 'destination')
    const from = await work.tx.backup_copy.findFirst({
      where: { backup_id: id, state: 'active' },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    })
    return queue(work, row, 'migrating', place, from ? [from.id] : [])
  })
}

async function held(work: Work, ctx: Context, id: number): Promise<backup> {
  const row = await holdBackup(work, ctx.actor, id)
  if (row.deleted_at !== null) throw notFound(msg`Backup`, id)
  return row
}

async function requireNode(work: Work, id: number, field: string): Promise<void> {
  const found = await work.tx.node.findUnique({ where: { id }, select: { cluster_id: true } })
  if (!found) throw invalidField(field, msg`there is no such node`)
}

/** Users choose among the locations of the cluster that the disk was in. */
async function requireLocation(work: Work, ctx: Context, row: backup, id: number): Promise<void> {
  const at = { backup_location_id: id, cluster_id: row.cluster_id ?? 0 }
  const known = ctx.actor.isAdmin
    ? await work.tx.backup_location.count({ where: { id } })
    : await work.tx.backup_location_cluster.count({ where: at })
  if (known === 0) throw invalidField('destination', msg`there is no backup location ${id}`)
}

async function requireFree(work: Work, backup_id: number, place: Place, field: string): Promise<void> {
  // One that is owed is made by this.
  await work.tx.backup_copy.deleteMany({ where: { backup_id, ...place, state: 'owed' } })
  if ((await work.tx.backup_copy.count({ where: { backup_id, ...place } })) > 0)
    throw wrongState(msg`The backup lies there already`, field)
}

async function queue(work: Work, row: backup, state: 'copying' | 'migrating', place: Place, remove: number[]) {
  const options = { registry_id: row.id, entity: 'backup', account_id: row.account_id }
  const task = await enqueue(work, backupCopyTask, { backup_ids: [row.id], to: [place], remove, owed: false }, options)
  const made = await work.tx.backup.update({
    where: { id: row.id },
    data: { state, task: task.id, version: { increment: 1 } },
  })
  backupChanged(work, made)
  return { id: row.id, task: task.consul_id }
}
