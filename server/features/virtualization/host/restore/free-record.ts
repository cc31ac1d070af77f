import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { volumePath } from '../../../../domain/storage/volumes.ts'
import { msg } from '../../../../shared/text.ts'
import { pathOf } from '../disks/storage.ts'
import { diskChanged } from '../disks/tasks.ts'
import { storagePath } from '../files.ts'

/** A disk without a VM and the volume that it gets. */
export type FreeReplaced = {
  node_id: number
  storage_id: number
  /** The volume that it has; null for a disk that is being made. */
  old_path: string | null
  path: string
  size_mib: number
}

/**
 * What is made for a disk without a VM that is held.
 * @param instance a number that no earlier attempt had
 */
export async function planFree(disk_id: number, size_mib: number, instance: number): Promise<FreeReplaced> {
  const one = await db().prisma.disk.findUniqueOrThrow({ where: { id: disk_id } })
  const { node_id, storage_id } = one
  if (node_id === null) throw wrongState(msg`The node of the disk was removed`)
  const isNew = one.state === 'creating'
  const folder = await storagePath(one.cluster_id, storage_id)
  return {
    node_id,
    storage_id,
    old_path: isNew ? null : await pathOf(one, null),
    path: isNew ? await pathOf(one, null) : volumePath(folder, `disk-${one.id}-${instance}`),
    size_mib: Math.max(size_mib, one.size_mib),
  }
}

/** The one step in which a disk changes over to its restored volume. */
export async function switchFree(work: Work, disk_id: number, { path, size_mib }: FreeReplaced): Promise<void> {
  const data = { path, size_mib, size_mib_new: null, state: 'active', version: { increment: 1 } }
  diskChanged(work, await work.tx.disk.update({ where: { id: disk_id }, data }))
}

/** Whether a disk has its restored volume. */
export const hasSwitchedFree = async (disk_id: number, { path }: FreeReplaced): Promise<boolean> =>
  (await db().prisma.disk.count({ where: { id: disk_id, path } })) > 0

/** After a restore that failed: a disk that was there is as it was, one that was made for it is gone. */
export async function endFree(work: Work, disk_id: number): Promise<void> {
  const one = await work.tx.disk.findUnique({ where: { id: disk_id } })
  if (one?.state === 'creating') {
    await work.tx.disk.delete({ where: { id: disk_id } })
    diskChanged(work, one, 'delete')
  } else if (one?.state === 'changing')
    diskChanged(
      work,
      await work.tx.disk.update({ where: { id: disk_id }, data: { state: 'active', version: { increment: 1 } } }),
    )
}
