import { db } from '../../../db/pool.ts'
import { possibleCapabilities } from '../../../domain/node/capabilities.ts'
import { DEFAULT_FOLDER } from '../../../domain/storage/kinds.ts'
import { nodeConnection } from '../node/connections.ts'
import { placeOf, storageAt } from './place.ts'

/**
 * Looks, before volumes are made in a storage, whether it is there on the node: where its disk or export is not mounted, they would lie in
 * the empty folder below. The folder that clusters begin with is the node's own.
 * @throws PanelError `device_rejected` with the cause
 */
export async function requireStorage(storage_id: number, node_id: number, signal: AbortSignal): Promise<void> {
  const found = await storageAt(storage_id, node_id)
  if (!found) return
  const { virtualization_type } = await db().prisma.cluster.findUniqueOrThrow({ where: { id: found.node.cluster_id } })
  // Containers are in a pool of their own.
  if (!possibleCapabilities(virtualization_type).includes('storages')) return
  const place = placeOf(found.row, found.at)
  if (place.kind === 'file' && place.folder === DEFAULT_FOLDER) return
  await (await nodeConnection(node_id, signal)).storage(place).check(signal)
}

/** The same of all storages that a VM has disks in. */
export async function requireStoragesOf(host_id: number, node_id: number, signal: AbortSignal): Promise<void> {
  const disks = await db().prisma.disk.findMany({ where: { host_id }, select: { storage_id: true } })
  for (const id of new Set(disks.map(({ storage_id }) => storage_id))) await requireStorage(id, node_id, signal)
}
