import { db } from '../../../db/pool.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { openStorage } from './connect.ts'

type Volume = { storage_id: number; cluster_id: number; path: string }

/**
 * Lets a node use a volume, where one node at a time may: all others of the cluster give it back first. One that does not answer keeps what
 * it has, and then this is refused.
 */
export async function holdVolume({ storage_id, cluster_id, path }: Volume, node_id: number, signal: AbortSignal) {
  const storage = await openStorage(storage_id, node_id, signal)
  if (!storage?.hold) return
  const name = path.slice(path.lastIndexOf('/') + 1)
  const others = await db().prisma.node.findMany({ where: { cluster_id, id: { not: node_id } }, select: { id: true } })
  for (const { id } of others) {
    try {
      await (await openStorage(storage_id, id, signal))?.letGo?.(name, signal)
    } catch (fault) {
      if (!(fault instanceof PanelError && fault.code === 'device_unreachable')) throw fault
    }
  }
  await storage.hold(name, signal)
}
