import type { disk, host } from '../../../../../generated/prisma/client.ts'
import type { Actor } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { forbidden } from '../../../../domain/shared/errors.ts'
import { volumePath } from '../../../../domain/storage/volumes.ts'
import { msg } from '../../../../shared/text.ts'
import { IS_SHARED } from '../../storage/sql.ts'
import { diskPath, storagePath } from '../files.ts'

/** Where the volume of a disk that belongs to no VM is made. */
export const freeDiskPath = (folder: string, one: Pick<disk, 'id'>) => volumePath(folder, `disk-${one.id}`)

/** Where the volume of a disk is: it keeps its file, whichever VM has it. */
export async function pathOf(one: disk, row: Pick<host, 'internal_name'> | null): Promise<string> {
  if (one.path !== null) return one.path
  const folder = await storagePath(one.cluster_id, one.storage_id)
  return row ? diskPath(folder, row, one) : freeDiskPath(folder, one)
}

/** Disks with the path of each. */
export const withPaths = (disks: readonly disk[], row: Pick<host, 'internal_name'>): Promise<PlacedDisk[]> =>
  Promise.all(disks.map(async (one) => ({ ...one, path: await pathOf(one, row) })))
export type PlacedDisk = disk & { path: string }

/** Whether all nodes of a cluster see the volumes of a storage. */
export async function isShared(work: Work, storage_id: number): Promise<boolean> {
  const [found] = await work.sql<{ shared: boolean }>(
    `select ${IS_SHARED} as shared from storage s where s.id = $1::int`,
    [storage_id],
  )
  return found?.shared ?? false
}

/** Users manage disks where the cluster lets them. @throws PanelError `forbidden` */
export async function requireDiskManagement(work: Work, actor: Actor, cluster_id: number): Promise<void> {
  if (actor.isAdmin) return
  const { manage_disk_enabled } = await work.tx.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
  if (!manage_disk_enabled) throw forbidden(msg`Disks in this cluster are managed by administrators: ask one of them`)
}
