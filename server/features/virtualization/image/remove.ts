import type { image } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { joined, msg } from '../../../shared/text.ts'
import { nodeConnection } from '../node/connections.ts'
import { diskFolders } from './place.ts'
import { onShared } from './source.ts'

/** Disks that a refusal names. */
const NAMED = 5

/**
 * Removes the file of an image from a node, unless disks stand on it: found in the files themselves, because a disk without
 * a record would be lost. Absent is fine; what other nodes see as well stays for them.
 */
export async function removeOn(
  row: Pick<image, 'id' | 'sha256' | 'storage_id'>,
  node_id: number,
  signal: AbortSignal,
): Promise<void> {
  const { prisma } = db()
  const there = await prisma.image_node.findUnique({ where: { image_id_node_id: { image_id: row.id, node_id } } })
  if (!there) return
  const others = await prisma.image_node.count({ where: { image_id: row.id, node_id: { not: node_id } } })
  if (others > 0 && (await onShared(row))) return
  await removeFile(row, node_id, there.path, signal)
}

/** The same of one of its files. */
export async function removeFile(
  row: Pick<image, 'sha256'>,
  node_id: number,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const { cluster_id } = await db().prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  const node = await nodeConnection(node_id, signal)
  const above = await node.deleteImage({ path, sha256: row.sha256 ?? '' }, await diskFolders(cluster_id), signal)
  if (above.length === 0) return
  const list = joined(
    above.slice(0, NAMED).map((one) => msg`${one.slice(one.lastIndexOf('/') + 1)}`),
    ', ',
  )
  throw inUse(msg`The image stays: disks stand on it (${list})`)
}
