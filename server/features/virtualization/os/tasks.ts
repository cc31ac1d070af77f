import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { nodeConnection } from '../node/connections.ts'
import { openImage } from '../repository/source.ts'
import { osChanged } from './changes.ts'
import { holdsOf, imageLock, imagePath } from './image.ts'

const input = z.object({ os_id: z.int(), node_id: z.int() })

/** Brings an image to a node: once, resumable, checked. */
export const osCopyTask = defineTask({
  name: 'os_copy',
  title: 'Copy system image to node',
  input,
  locks: ({ os_id, node_id }) => [imageLock(os_id, node_id)],
  limits: ({ node_id }) => [{ key: `image_copy:${node_id}`, capacity: 2 }],
  timeoutMs: 6 * 3600_000,
  async run(t, { os_id, node_id }) {
    const os = await db().prisma.os.findUniqueOrThrow({ where: { id: os_id } })
    const { url } = await db().prisma.repository.findUniqueOrThrow({ where: { id: os.repository_id } })
    const node = await db().prisma.node.findUniqueOrThrow({ where: { id: node_id } })
    const cluster = await db().prisma.cluster.findUniqueOrThrow({ where: { id: node.cluster_id } })
    const size = Number(os.size_bytes)
    await t.step(
      'copy',
      async (signal) => {
        const connection = await nodeConnection(node_id, signal)
        const source = {
          path: imagePath(cluster.os_storage_path, os),
          size_bytes: size,
          sha256: os.sha256,
          holds: holdsOf(os),
          open: (offset: number, s: AbortSignal) => openImage(url, os.file, offset, s),
        }
        await connection.putImage(
          source,
          (bytes) => t.progress(Math.floor((bytes / size) * 98), msg`Copying ${os.name} to ${node.name}`),
          signal,
        )
      },
      { retries: 3, backoffMs: 2000 },
    )
    await t.stepTx('remember', async (work) => {
      const data = { sha256: os.sha256, state: 'ready', fault: null, updated_at: new Date() }
      await work.tx.os_node.upsert({
        where: { os_id_node_id: { os_id, node_id } },
        create: { os_id, node_id, ...data },
        update: data,
      })
      osChanged(work, os, 'update')
    })
  },
})

/**
 *
 * Makes sure that an image is, or is about to be, on a node. Answers the task to wait for, or null when it is there
 * already. Many VMs created at once wait for one copy.
 * @param account_id administrator on whose behalf it is copied, else null: users neither see nor cancel what others
 * wait for
 */
export async function ensureImage(
  work: Work,
  os: { id: number; sha256: string },
  node_id: number,
  account_id: number | null,
) {
  // Held, so that the image is not removed between this look and the task that needs it.
  const [there] = await work.sql<{ sha256: string; state: string }>(
    'select sha256, state from os_node where os_id = $1::int and node_id = $2::int for share',
    [os.id, node_id],
  )
  if (there?.sha256 === os.sha256 && there.state === 'ready') return null
  const dedupeKey = `os_copy:${os.id}:${node_id}`
  const made = await enqueue(
    work,
    osCopyTask,
    { os_id: os.id, node_id },
    { registry_id: os.id, entity: 'os', account_id, dedupeKey },
  )
  if (made) return made.id
  const known = await work.tx.task.findUnique({ where: { dedupe_key: dedupeKey }, select: { id: true } })
  return known?.id ?? null
}
