import { db } from '../../../db/pool.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { isoChanged } from './changes.ts'
import { readFrom } from './folder.ts'

/** Key of what brings images to a node or removes them there: images with the same content have one file. */
export const isoNodeLock = (node_id: number) => `iso_node:${node_id}`

/** Path of an image on a node, named by its checksum. */
const isoPath = (os_storage_path: string, sha256: string) => `${os_storage_path.replace(/\/$/, '')}/${sha256}.iso`

/**
 * Brings an image from the data folder to a node: once, resumable, checked there as well.
 * @throws PanelError in words when the image is not on the panel
 */
export async function bringToNode(t: TaskContext, iso_id: number, node_id: number): Promise<void> {
  const { prisma } = db()
  const row = await prisma.iso.findUnique({ where: { id: iso_id } })
  const { sha256 } = row ?? {}
  if (row?.state !== 'ready' || !sha256)
    throw wrongState(
      row?.fault ? msg`The ISO image could not be taken: ${row.fault}` : msg`The ISO image is not there any more`,
    )
  const node = await prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  const { os_storage_path } = await prisma.cluster.findUniqueOrThrow({ where: { id: node.cluster_id } })
  const size = Number(row.size_bytes)
  const path = isoPath(os_storage_path, sha256)
  await t.step(
    'copy',
    async (signal) => {
      const open = (offset: number, inner: AbortSignal) => readFrom(row, offset, inner)
      const connection = await nodeConnection(node_id, signal)
      await connection.ensureDirectories([os_storage_path], signal)
      await connection.putImage(
        { path, holds: { kind: 'iso' }, size_bytes: size, sha256, open },
        (bytes) => t.progress(Math.floor((bytes / size) * 95), msg`Copying ${row.name} to ${node.name}`),
        signal,
      )
    },
    { retries: 3, backoffMs: 2000 },
  )
  await t.stepTx('remember', async (work) => {
    await work.tx.iso_node.upsert({
      where: { iso_id_node_id: { iso_id, node_id } },
      create: { iso_id, node_id, path },
      update: { path, updated_at: new Date() },
    })
    isoChanged(work, row)
  })
}
