import type { disk, disk_move, host } from '../../../../../../generated/prisma/client.ts'
import { db } from '../../../../../db/pool.ts'
import { transaction, type Work } from '../../../../../db/transaction.ts'
import { wrongState } from '../../../../../domain/shared/errors.ts'
import type { Where } from '../../../../../drivers/hypervisor/move-types.ts'
import { log } from '../../../../../process/log.ts'
import { msg } from '../../../../../shared/text.ts'
import type { SettleContext } from '../../../../../tasks/define.ts'
import { nodeConnection } from '../../../node/connections.ts'
import { storageChanged } from '../../../storage/store.ts'
import { hostChanged } from '../../claim.ts'
import { seedPath, storagePath } from '../../files.ts'
import { removeUnused } from '../../reinstall/record.ts'
import { pathOf } from '../storage.ts'
import { diskChanged } from '../tasks.ts'

/** No domain is called so: the node works on the files. */
export const NO_DOMAIN = 'no_vm'
/** How long a node has to say where a disk is. */
const LOOK_MS = 60_000

export type Moving = { one: disk; row: host | null; to: disk_move; from: string }

/** A disk that is on its way; null when it has arrived, or is not under way any more. */
export async function readMoving(disk_id: number): Promise<Moving | null> {
  const { prisma } = db()
  const [one, to] = await Promise.all([
    prisma.disk.findUnique({ where: { id: disk_id } }),
    prisma.disk_move.findUnique({ where: { disk_id } }),
  ])
  if (!one || !to || to.kind === 'old') return null
  const row = one.host_id === null ? null : await prisma.host.findUnique({ where: { id: one.host_id } })
  return { one, row, to, from: await pathOf(one, row) }
}

/** What a task keeps of it: where it goes from and to. */
export type Route = Awaited<ReturnType<typeof routeOf>>

/** The same where it has to be. @throws PanelError wrong_state */
export async function routeOf(disk_id: number) {
  const found = await readMoving(disk_id)
  const node_id = found?.one.node_id
  if (!found || node_id === null || node_id === undefined) throw wrongState(msg`The disk is no longer to be moved`)
  const { id, target_dev, storage_id, size_mib } = found.one
  const { path, storage_id: to_storage, node_id: to_node } = found.to
  return {
    one: { id, target_dev, storage_id, size_mib },
    to: { path, storage_id: to_storage, node_id: to_node },
    from: found.from,
    node_id,
  }
}

/** The files of a VM that lie beside its main disk, before and after that moves; null for another disk. */
export async function seedsOf(
  row: host,
  { one, to }: Pick<Route, 'one' | 'to'>,
): Promise<{ from: string; to: string } | null> {
  const main = await db().prisma.disk.findFirst({ where: { host_id: row.id, is_main: true } })
  if (main?.id !== one.id || one.storage_id === to.storage_id) return null
  const seed = async (storage_id: number) => seedPath(await storagePath(row.cluster_id, storage_id), row)
  const [before, after] = [await seed(one.storage_id), await seed(to.storage_id)]
  return before === after ? null : { from: before, to: after }
}

/**
 * Writes which volume a disk has: the room that is no longer needed is free, and of a VM the other files are removed later.
 * @param isLeft what was made of the new volume is still on its node: it is removed, and gives its room back, when that answers
 */
export async function arrive(
  work: Work,
  disk_id: number,
  where: Where,
  unused: readonly string[],
  isLeft = false,
): Promise<void> {
  await work.sql('select disk_id from disk_move where disk_id = $1::int for update', [disk_id])
  const to = await work.tx.disk_move.findUnique({ where: { disk_id } })
  const before = await work.tx.disk.findUnique({ where: { id: disk_id } })
  if (!to || !before || to.kind === 'old') return
  const { storage_id, node_id, path } = to
  const flat = where === 'new' && !(await keptImage(work, to.task_id))
  const [old] = before.host_id === null && where === 'new' && before.node_id !== null ? unused : []
  // Nothing else knows of what a disk without a VM has left.
  if (old !== undefined && before.node_id !== null) {
    const left = { kind: 'old', storage_id: before.storage_id, node_id: before.node_id, path: old }
    await work.tx.disk_move.update({ where: { disk_id }, data: left })
  } else if (isLeft) await work.tx.disk_move.update({ where: { disk_id }, data: { kind: 'old' } })
  else await work.tx.disk_move.delete({ where: { disk_id } })
  const one = await work.tx.disk.update({
    where: { id: disk_id },
    data: {
      state: 'active',
      version: { increment: 1 },
      ...(where === 'new' && { storage_id, node_id, path }),
      ...(flat && { image_id: null }),
    },
  })
  diskChanged(work, one)
  for (const id of new Set([storage_id, before.storage_id])) storageChanged(work, id)
  if (one.host_id === null) return
  const row = await work.tx.host.findUnique({ where: { id: one.host_id } })
  if (!row) return
  const unused_files = [...new Set([...row.unused_files, ...unused])]
  await work.tx.host.update({ where: { id: row.id }, data: { unused_files, version: { increment: 1 } } })
  hostChanged(work, row)
}

/** Whether a volume was made to stand on the image of the old one. One that was made flat stands on nothing. */
async function keptImage(work: Work, task_id: number | null): Promise<boolean> {
  const task = task_id === null ? null : await work.tx.task.findUnique({ where: { id: task_id } })
  return (task?.input as { keeps_image?: boolean } | undefined)?.keeps_image === true
}

type Answer = { where: Where; unused: string[]; isLeft: boolean }

/**
 * Asks the node which volume a disk has, and ends what is left of its move; null when it does not answer. Of a disk without a VM the record
 * says it: as long as that has not arrived, it has its old volume, whether or not the node of the new one will ever answer.
 */
export async function findOut(disk_id: number, signal: AbortSignal): Promise<Answer | null> {
  const moving = await readMoving(disk_id)
  if (!moving) return null
  const { one, row, to, from } = moving
  const seeds = row && (await seedsOf(row, moving))
  const bound = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)])
  const move = { disk: { path: from, target_dev: one.target_dev ?? '' }, to: to.path }
  try {
    const node = await nodeConnection(to.node_id, bound)
    const where = await node.dropMove(row?.internal_name ?? NO_DOMAIN, move, bound)
    const unused = where === 'new' ? [from, ...(seeds ? [seeds.from] : [])] : seeds ? [seeds.to] : []
    return { where, unused, isLeft: false }
  } catch (err) {
    signal.throwIfAborted()
    if (row === null) return { where: 'old', unused: [], isLeft: true }
    log.warn({ err, disk: disk_id }, 'it is not known yet which volume a disk has')
    return null
  }
}

/** Removes the volume that a disk without a VM has left, and gives its room back. False when its node does not answer. */
export async function removeOld(disk_id: number, signal: AbortSignal): Promise<boolean> {
  const left = await db().prisma.disk_move.findFirst({ where: { disk_id, kind: 'old' } })
  if (!left) return true
  const bound = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)])
  try {
    await (await nodeConnection(left.node_id, bound)).deleteFile(left.path, bound)
  } catch (err) {
    signal.throwIfAborted()
    log.warn({ err, disk: disk_id }, 'the old volume of a disk was not removed yet')
    return false
  }
  await transaction(async (work) => {
    await work.tx.disk_move.deleteMany({ where: { disk_id, kind: 'old' } })
    storageChanged(work, left.storage_id)
  })
  return true
}

/** Ends a move that did not come to its end. What the node cannot say now is asked by `settleBrokenMoves`. */
export async function settleMove(t: SettleContext, disk_id: number): Promise<void> {
  const found = await t.step('where', (signal) => findOut(disk_id, signal))
  if (found) await t.stepTx('arrive', (work) => arrive(work, disk_id, found.where, found.unused, found.isLeft))
  await t.step('clear_away', async (signal) => {
    const one = await db().prisma.disk.findUnique({ where: { id: disk_id } })
    if (one?.host_id != null) await removeUnused(one.host_id, AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]))
    else await removeOld(disk_id, signal)
  })
}
