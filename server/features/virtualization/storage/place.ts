import type { cluster_storage, storage } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { type PanelError, refused } from '../../../domain/shared/errors.ts'
import { DEFAULT_FOLDER, type PoolField, type StorageKind, storageKind } from '../../../domain/storage/kinds.ts'
import { volumesAt } from '../../../domain/storage/volumes.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { msg } from '../../../shared/text.ts'
import { cephAccess, cephPool } from './ceph.ts'

export type Pool = { [Name in PoolField]?: string | number | null }
export type Params = { ip_addr?: string; ssh_port?: number; login?: string; nas_storage_path?: string }

/** Folder of the volumes on nodes; null for a kind that has none. */
export function folderOf(kind: string, pool: unknown): string | null {
  if (storageKind[kind as StorageKind]?.volumes !== 'file') return null
  const { vm_storage_path, nas_storage_path } = pool as Pool
  return String((kind === 'nas' ? nas_storage_path : vm_storage_path) ?? DEFAULT_FOLDER).replace(/(?<=.)\/+$/, '')
}

/** What paths of a storage's volumes begin with on the nodes of a cluster. */
export const volumesOf = (kind: string, pool: unknown): string =>
  folderOf(kind, pool) ?? volumesAt(kind, pool as Pool) ?? DEFAULT_FOLDER

/** What the drivers need to find a storage on the nodes of a cluster. @throws PanelError `refused` for a kind that has no driver yet */
export function placeOf(row: storage, at: Pick<cluster_storage, 'virt_pool'>): StoragePlace {
  const folder = folderOf(row.type, at.virt_pool) ?? DEFAULT_FOLDER
  const { ip_addr = '', nas_storage_path = '' } = (row.storage_params ?? {}) as Params
  const { identity } = row
  if (row.type === 'file') return { kind: 'file', identity, folder, takesOver: folder === DEFAULT_FOLDER }
  const pool = at.virt_pool as Pool
  if (row.type === 'lvm') return { kind: 'lvm', identity, group: String(pool.volume_group ?? '') }
  if (row.type === 'network_lvm') return { kind: 'network_lvm', identity, group: String(pool.volume_group ?? '') }
  if (row.type === 'zfs') return { kind: 'zfs', identity, pool: String(pool.zfs_pool_name ?? '') }
  if (row.type === 'nas') return { kind: 'nas', identity, folder, address: ip_addr, path: nas_storage_path }
  if (row.type === 'ceph') return { kind: 'ceph', identity, ...cephPool(pool), access: cephAccess(row, pool) }
  throw cannotConnect(row.type)
}

/** The error for a kind of storage of which there are only records. */
export const cannotConnect = (kind: string): PanelError => {
  const label = storageKind[kind as StorageKind]?.label ?? kind
  return refused(msg`Nodes cannot be connected to storages of the kind ${label} yet`, 'type')
}

/** A storage with its attachment to the cluster of a node. */
export async function storageAt(storage_id: number, node_id: number) {
  const { prisma } = db()
  const node = await prisma.node.findUnique({ where: { id: node_id } })
  const row = await prisma.storage.findUnique({ where: { id: storage_id } })
  if (!node || !row) return null
  const where = { cluster_id_storage_id: { cluster_id: node.cluster_id, storage_id } }
  const at = await prisma.cluster_storage.findUnique({ where })
  return at && { node, row, at }
}
