import type { disk, host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { DEFAULT_FOLDER } from '../../../domain/storage/kinds.ts'
import { folderOf } from '../storage/place.ts'

/** Folder of a storage on the nodes of a cluster. */
export async function storagePath(cluster_id: number, storage_id: number): Promise<string> {
  const { prisma } = db()
  const where = { cluster_id_storage_id: { cluster_id, storage_id } }
  const { virt_pool } = await prisma.cluster_storage.findUniqueOrThrow({ where })
  const { type } = await prisma.storage.findUniqueOrThrow({ where: { id: storage_id }, select: { type: true } })
  return folderOf(type, virt_pool) ?? DEFAULT_FOLDER
}

/** Folder of a VM's own files, which lie beside its main disk. */
export async function hostFolder({ id, cluster_id }: Pick<host, 'id' | 'cluster_id'>): Promise<string> {
  const main = await db().prisma.disk.findFirst({
    where: { host_id: id },
    orderBy: [{ boot_order: 'asc' }, { id: 'asc' }],
  })
  return storagePath(cluster_id, main?.storage_id ?? 0)
}

/** Files of a VM carry its internal name only: nothing a user typed reaches a path. */
export const diskPath = (folder: string, row: Pick<host, 'internal_name'>, n: Pick<disk, 'id' | 'path'>) =>
  n.path ?? `${folder}/${row.internal_name}-${n.id}.qcow2`
/** What the creation makes has no number. */
export const seedPath = (folder: string, row: Pick<host, 'internal_name' | 'instance'>) =>
  `${folder}/${row.internal_name}-seed${row.instance > 1 ? `-${row.instance}` : ''}.iso`

/** Where the main disk of another installation is made, beside the present one. */
export const nextDiskPath = (folder: string, row: Pick<host, 'internal_name'>, n: Pick<disk, 'id'>, instance: number) =>
  `${folder}/${row.internal_name}-${n.id}-${instance}.qcow2`
/** The disk that a rescue system is started from, and its seed; they are there as long as it may run. */
export const rescueDiskPath = (folder: string, row: Pick<host, 'internal_name'>) =>
  `${folder}/${row.internal_name}-rescue.qcow2`
export const rescueSeedPath = (folder: string, row: Pick<host, 'internal_name'>) =>
  `${folder}/${row.internal_name}-rescue.iso`
