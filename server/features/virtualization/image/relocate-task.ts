import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { requireStorage } from '../storage/ready.ts'
import { updateImage } from './changes.ts'
import { holdsOf, imageLock, imagePathOn } from './place.ts'
import { removeFile } from './remove.ts'

const LOOK_MS = 20_000

/** Keeps an image in another place on all nodes that have it: a storage, or the folder for images. */
export const imageRelocateTask = defineTask({
  name: 'image_relocate',
  title: 'Move image to another storage',
  input: z.object({ image_id: z.int(), storage_id: z.int().nullable() }),
  locks: ({ image_id }) => [imageLock(image_id)],
  timeoutMs: 24 * 3600_000,
  async run(t, { image_id, storage_id }) {
    const row = await db().prisma.image.findUnique({ where: { id: image_id } })
    if (!row || row.sha256 === null) throw wrongState(msg`The image was deleted in the meantime`)
    const { name, sha256 } = row
    const size_bytes = Number(row.size_bytes)
    const places = await t.step('plan', async () => {
      const all = await db().prisma.image_node.findMany({ where: { image_id }, orderBy: { node_id: 'asc' } })
      const target = { file: row.file, storage_id }
      return Promise.all(
        all.map(async ({ node_id, path }) => ({ node_id, path, next: await imagePathOn(target, node_id) })),
      )
    })
    for (const { node_id } of places)
      await t.step(
        `look_${node_id}`,
        async (signal) => {
          await (await nodeConnection(node_id, signal)).checkOs(signal)
          if (storage_id !== null) await requireStorage(storage_id, node_id, signal)
        },
        { timeoutMs: LOOK_MS },
      )
    const moving = places.filter(({ path, next }) => path !== next)
    for (const [n, { node_id, path, next }] of moving.entries())
      await t.step(
        `copy_${node_id}`,
        async (signal) => {
          const node = await nodeConnection(node_id, signal)
          await node.ensureDirectories([next.slice(0, next.lastIndexOf('/'))], signal)
          const open = (offset: number, opening: AbortSignal) => node.openFile(path, offset, opening)
          const tell = (bytes: number) =>
            t.progress(Math.floor(((n + bytes / size_bytes) / moving.length) * 90), msg`Copying ${name}`)
          await node.putImage({ path: next, size_bytes, sha256, holds: holdsOf(row), open }, tell, signal)
        },
        {
          retries: 3,
          backoffMs: 2000,
          undo: async (_, signal) => removeFile(row, node_id, next, signal),
          undoUnfinished: true,
        },
      )
    // From here on the new files are those that count, and the old ones only go.
    await t.stepTx('switch', async (work) => {
      for (const { node_id, next } of moving)
        await work.tx.image_node.update({
          where: { image_id_node_id: { image_id, node_id } },
          data: { path: next, updated_at: new Date() },
        })
      await updateImage(work, image_id, { storage_id, state: 'active', fault: null })
    })
    return { left: await removeOld(t, row, moving) }
  },
  async settle(t, { image_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('keep', async (work) => {
      const row = await work.tx.image.findUnique({ where: { id: image_id } })
      if (row?.state === 'migrating')
        await updateImage(work, image_id, { state: 'active', fault: outcome.error?.message ?? null })
    })
  },
})

type Moved = { node_id: number; path: string }

/** What cannot be removed is no reason to take the move back. @returns files that were left */
async function removeOld(t: TaskContext, row: { sha256: string | null }, moved: readonly Moved[]): Promise<number> {
  let left = 0
  for (const { node_id, path } of moved)
    left += await t.step(`remove_${node_id}`, async (signal) => {
      try {
        await removeFile(row, node_id, path, signal)
        return 0
      } catch (err) {
        if (!(err instanceof PanelError)) throw err
        t.log.warn({ err, path }, 'a file of an image was left on the node')
        return 1
      }
    })
  return left
}
