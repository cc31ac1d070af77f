import type { disk, host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { filesBeside, volumePath } from '../../../domain/storage/volumes.ts'
import { volumesOf } from '../storage/place.ts'

/** What paths of a storage's volumes begin with on the nodes of a cluster: a folder, where they are files. */
export async function storagePath(cluster_id: number, storage_id: number): Promise<string> {
  const { prisma } = db()
  const where = { cluster_id_storage_id: { cluster_id, storage_id } }
  const { virt_pool } = await prisma.cluster_storage.findUniqueOrThrow({ where })
  const { type } = await prisma.storage.findUniqueOrThrow({ where: { id: storage_id }, select: { type: true } })
  return volumesOf(type, virt_pool)
}

/** What the path of a VM's main disk begins with; its other files are beside it, see `filesBeside`. */
export async function hostFolder({ id, cluster_id }: Pick<host, 'id' | 'cluster_id'>): Promise<string> {
  const main = await db().prisma.disk.findFirstOrThrow({ where: { host_id: id, is_main: true } })
  return storagePath(cluster_id, main.storage_id)
}

/** The same for a VM with `disks`, of which one may be elsewhere than its record says while it moves. */
export async function folderBeside(row: Pick<host, 'id' | 'cluster_id'>, disks: readonly disk[]): Promise<string> {
  const main = disks.find(({ is_main }) => is_main)
  return main ? storagePath(row.cluster_id, main.storage_id) : hostFolder(row)
}

/** Files of a VM carry its internal name only: nothing a user typed reaches a path. */
export const diskPath = (folder: string, row: Pick<host, 'internal_name'>, n: Pick<disk, 'id' | 'path'>) =>
  n.path ?? volumePath(folder, `${row.internal_name}-${n.id}`)
/** What the creation makes has no number. */
export const seedPath = (folder: string, row: Pick<host, 'internal_name' | 'instance'>) =>
  `${filesBeside(folder)}/${row.internal_name}-seed${row.instance > 1 ? `-${row.instance}` : ''}.iso`

/** Where the main disk of another installation is made, beside the present one. */
export const nextDiskPath = (folder: string, row: Pick<host, 'internal_name'>, n: Pick<disk, 'id'>, instance: number) =>
  volumePath(folder, `${row.internal_name}-${n.id}-${instance}`)
/** The disk that a rescue system is started from, and its seed; they are there as long as it may run. */
export const rescueDiskPath = (folder: string, row: Pick<host, 'internal_name'>) =>
  `${filesBeside(folder)}/${row.internal_name}-rescue.qcow2`
export const rescueSeedPath = (folder: string, row: Pick<host, 'internal_name'>) =>
  `${filesBeside(folder)}/${row.internal_name}-rescue.iso`
