import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { possibleCapabilities } from '../../../domain/node/capabilities.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { DEFAULT_FOLDER, storageKind } from '../../../domain/storage/kinds.ts'
import type { NodeStorage } from '../../../drivers/storage/types.ts'
import { nodeConnection } from '../node/connections.ts'
import { folderOf, placeOf, storageAt } from './place.ts'
import { type Found, foundOf, storeFound } from './store.ts'

/** How long a node has for one storage. */
const PATIENCE_S = 120

/** A storage on a node. @throws PanelError also when the kind has no driver; null when it is not attached there any more */
export async function openStorage(
  storage_id: number,
  node_id: number,
  signal: AbortSignal,
): Promise<NodeStorage | null> {
  const found = await storageAt(storage_id, node_id)
  if (!found) return null
  const place = placeOf(found.row, found.at)
  return (await nodeConnection(node_id, signal)).storage(place)
}

type Examined = { storage_id: number; node_id: number; connect?: boolean; patience_s?: number }

/**
 * Looks how a storage is on a node and notes it; connects it first when `connect` is set.
 * @returns null when all is well or it is not attached there; else the cause in words
 */
export async function examine(
  { storage_id, node_id, connect = false, patience_s = PATIENCE_S }: Examined,
  signal: AbortSignal,
): Promise<string | null> {
  const found = await storageAt(storage_id, node_id)
  if (!found || !storageKind[found.row.type as keyof typeof storageKind]?.connects) return null
  const result = await look({ storage_id, node_id, connect, patience_s }, signal)
  signal.throwIfAborted()
  if (!result) return null
  await transaction((work) => storeFound(work, storage_id, node_id, result))
  return 'fault' in result ? result.fault : null
}

async function look(at: Required<Examined>, stop: AbortSignal): Promise<Found | null> {
  const { storage_id, node_id, connect, patience_s } = at
  const signal = AbortSignal.any([stop, AbortSignal.timeout(patience_s * 1000)])
  const once = async (): Promise<Found | null> => {
    const own = await poolOfContainers(storage_id, node_id, signal)
    if (own) return { reading: own }
    const storage = await openStorage(storage_id, node_id, signal)
    if (!storage) return null
    if (connect) await storage.connect(signal)
    return { reading: await storage.check(signal) }
  }
  try {
    // The connection of all may have been lost meanwhile: over a storage that is away, libvirt keeps readings of the node waiting.
    return await once().catch((fault) => {
      if (signal.aborted || !(fault instanceof PanelError && fault.code === 'device_unreachable')) throw fault
      return once()
    })
  } catch (fault) {
    stop.throwIfAborted()
    return foundOf(fault, patience_s)
  }
}

/** Containers are in the pool that LXD has on the node: it is read as the node is, and there is nothing to connect. */
async function poolOfContainers(storage_id: number, node_id: number, signal: AbortSignal) {
  const found = await storageAt(storage_id, node_id)
  if (!found) return null
  const where = { id: found.node.cluster_id }
  const { virtualization_type } = await db().prisma.cluster.findUniqueOrThrow({ where })
  if (possibleCapabilities(virtualization_type).includes('storages')) return null
  const folder = folderOf(found.row.type, found.at.virt_pool) ?? DEFAULT_FOLDER
  const { storage_mib } = await (await nodeConnection(node_id, signal)).usage(folder, signal)
  return { total_mib: storage_mib.total, used_mib: storage_mib.used, lost: null }
}
