import type { node, node_store } from '../../../../generated/prisma/client.ts'
import { initStore } from '../../../backup-store/marker.ts'
import { db } from '../../../db/pool.ts'
import { seal, unseal } from '../../../db/secrets.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { LocationFiles } from '../../../drivers/backup-location/types.ts'
import { newRoot, type StoreKeys, storeKeys } from '../../../protocols/chunk-store/keys.ts'
import { msg } from '../../../shared/text.ts'
import { nodeConnection, nodeFolder } from '../node/connections.ts'

const CHUNK_BYTES = 1048576
const rootPlace = (id: number) => ({ table: 'node_store', id, column: 'root_key' })

/** Signs in to the store of backups on a node, in the folder of images of its cluster; makes it when there is none. */
export async function connectNodeStore(
  node_id: number,
  signal: AbortSignal,
): Promise<{ files: LocationFiles; keys: StoreKeys }> {
  const row = await db().prisma.node.findUnique({ where: { id: node_id } })
  if (!row) throw notFound(msg`Node`, node_id)
  const store = await storeOf(row)
  const above = store.path.slice(0, store.path.lastIndexOf('/'))
  if (above !== '') await (await nodeConnection(node_id, signal)).ensureDirectories([above], signal)
  const files = await nodeFolder(node_id, store.path, signal)
  try {
    const keys = storeKeys(Buffer.from(unseal(store.root_key, rootPlace(node_id)), 'base64'), store.generation)
    await files.makeFolder('')
    await initStore(files, keys, { chunk_bytes: CHUNK_BYTES, location: row.name.slice(0, 100) })
    return { files, keys }
  } catch (fault) {
    files.close()
    throw fault
  }
}

/** Its record, made at the first use: of two at once one wins. */
async function storeOf({ id, cluster_id }: node): Promise<node_store> {
  const { prisma } = db()
  const found = await prisma.node_store.findUnique({ where: { node_id: id } })
  if (found) return found
  const { image_storage_path: folder } = await prisma.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
  const path = `${folder.replace(/\/+$/, '')}/backups`
  const root_key = seal(newRoot().toString('base64'), rootPlace(id))
  await prisma.node_store.createMany({
    data: [{ node_id: id, path, chunk_bytes: CHUNK_BYTES, root_key }],
    skipDuplicates: true,
  })
  return prisma.node_store.findUniqueOrThrow({ where: { node_id: id } })
}
