import { notFound } from '../../../domain/shared/errors.ts'
import type { StorageKind } from '../../../domain/storage/kinds.ts'
import { MOUNT_OPTIONS, sourceOf } from '../../../drivers/storage/nas/fstab.ts'
import { msg } from '../../../shared/text.ts'
import { folderOf, type Params, type Pool, storageAt } from './place.ts'

/** How a node is connected to a storage; without secrets. */
export async function connectParamsOf(node_id: number, storage_id: number) {
  const found = await storageAt(storage_id, node_id)
  if (!found) throw notFound(msg`Storage of the node`, storage_id)
  const { row, at } = found
  const pool = at.virt_pool as Pool
  const { ip_addr = null, nas_storage_path } = (row.storage_params ?? {}) as Params
  const isNas = row.type === 'nas'
  const source = pool.volume_group ?? pool.zfs_pool_name ?? pool.rbd_pool_name
  return {
    kind: row.type as StorageKind,
    folder: folderOf(row.type, at.virt_pool),
    source: isNas ? sourceOf(ip_addr ?? '', nas_storage_path ?? '') : source === undefined ? null : String(source),
    options: isNas ? [...MOUNT_OPTIONS] : [],
    ip_addr,
    virt_pool: Object.fromEntries(Object.entries(pool).map(([name, value]) => [name, value ?? null])),
  }
}
