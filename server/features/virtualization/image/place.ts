import type { image } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { invalidField, refused } from '../../../domain/shared/errors.ts'
import { DEFAULT_FOLDER, type StorageKind, storageKind } from '../../../domain/storage/kinds.ts'
import type { Holds } from '../../../protocols/image-content/content.ts'
import { msg } from '../../../shared/text.ts'
import { folderOf } from '../storage/place.ts'

type Placed = Pick<image, 'file' | 'storage_id'>

/** Key of everything that changes an image or where it is. */
export const imageLock = (id: number) => `vm_image:${id}`

/** Whether all nodes see the same file. */
export const isShared = (type: string): boolean => storageKind[type as StorageKind]?.can.includes('shared') ?? false

/** Where the file of an image is on a node. @throws PanelError `refused` where the node has no such place */
export async function imagePathOn(row: Placed, node_id: number): Promise<string> {
  const { prisma } = db()
  const { cluster_id } = await prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  return `${await imageFolder(row.storage_id, cluster_id)}/${row.file}.qcow2`
}

/** What the file of an image has to be, wherever it comes from. */
export const holdsOf = ({ size_mib }: Pick<image, 'size_mib'>): Holds => ({ kind: 'disk', format: 'qcow2', size_mib })

/** Folder of images on the nodes of a cluster. */
export async function imageFolder(storage_id: number | null, cluster_id: number): Promise<string> {
  const { prisma } = db()
  if (storage_id === null) {
    const home = await prisma.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
    return home.image_storage_path.replace(/(?<=.)\/+$/, '')
  }
  const where = { cluster_id_storage_id: { cluster_id, storage_id } }
  const [storage, at] = await Promise.all([
    prisma.storage.findUnique({ where: { id: storage_id } }),
    prisma.cluster_storage.findUnique({ where }),
  ])
  const folder = storage && at ? folderOf(storage.type, at.virt_pool) : null
  if (folder === null) throw refused(msg`The storage of the image is not attached to the cluster of the node`)
  return folder
}

/** Folders in which disks may stand on an image, on the nodes of a cluster. */
export async function diskFolders(cluster_id: number): Promise<string[]> {
  const { rows } = await db().pool.query<{ type: string; virt_pool: unknown }>(
    'select s.type, cs.virt_pool from cluster_storage cs join storage s on s.id = cs.storage_id where cs.cluster_id = $1::int',
    [cluster_id],
  )
  const folders = rows.flatMap(({ type, virt_pool }) => folderOf(type, virt_pool) ?? [])
  return [...new Set([DEFAULT_FOLDER, ...folders])]
}

/** Refuses a storage that images cannot be kept in. @throws PanelError `invalid_input` */
export async function requireImageStorage(storage_id: number, cluster_id: number, field: string): Promise<void> {
  const { prisma } = db()
  const [storage, at] = await Promise.all([
    prisma.storage.findUnique({ where: { id: storage_id } }),
    prisma.cluster_storage.findUnique({ where: { cluster_id_storage_id: { cluster_id, storage_id } } }),
  ])
  if (!storage) throw invalidField(field, msg`storage ${storage_id} does not exist`)
  if (!at) throw invalidField(field, msg`storage ${storage_id} is not attached to the cluster`)
  if (folderOf(storage.type, at.virt_pool) === null)
    throw invalidField(field, msg`images are kept in storages of the kinds Directory and NAS only`)
  if (!at.enabled || storage.state !== 'active') throw invalidField(field, msg`storage ${storage_id} is disabled`)
}
