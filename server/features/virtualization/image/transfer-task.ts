import { z } from 'zod'
import type { image } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { requireStorage } from '../storage/ready.ts'
import { touchImage, updateImage } from './changes.ts'
import { holdsOf, imageLock, imagePathOn } from './place.ts'
import { removeOn } from './remove.ts'
import { onShared, sourceOf } from './source.ts'

const LOOK_MS = 20_000

/** Brings an image to a node, through the panel; `from`: the node that it leaves then. */
export const imageCopyTask = defineTask({
  name: 'image_copy',
  title: 'Copy image to node',
  input: z.object({ image_id: z.int(), node_id: z.int(), from: z.int().nullable().default(null) }),
  locks: ({ image_id }) => [imageLock(image_id)],
  limits: ({ node_id }) => [{ key: `image_copy:${node_id}`, capacity: 2 }],
  timeoutMs: 24 * 3600_000,
  async run(t, { image_id, node_id, from }) {
    const row = await db().prisma.image.findUnique({ where: { id: image_id } })
    if (!row || row.sha256 === null) throw wrongState(msg`The image was deleted in the meantime`)
    const plan = await t.step('plan', async () => ({
      source: await sourceOf(image_id, from),
      path: await imagePathOn(row, node_id),
      shared: await onShared(row),
    }))
    t.progress(1, msg`Looking at both nodes`)
    await t.step(
      'look',
      async (signal) => {
        for (const id of [plan.source.node_id, node_id]) {
          await (await nodeConnection(id, signal)).checkOs(signal)
          if (row.storage_id !== null) await requireStorage(row.storage_id, id, signal)
        }
      },
      { timeoutMs: LOOK_MS },
    )
    // What all nodes see is there already.
    if (!plan.shared)
      await t.step('copy', (signal) => copy(row, plan, node_id, (words) => t.progress(...words), signal), {
        retries: 3,
        backoffMs: 2000,
        undo: async (_, signal) => {
          await (await nodeConnection(node_id, signal)).deleteImage(
            { path: plan.path, sha256: row.sha256 ?? '' },
            [],
            signal,
          )
        },
        undoUnfinished: true,
      })
    await t.stepTx('remember', (work) => remember(work, image_id, node_id, plan.path))
    if (from === null) return
    t.progress(96, msg`Removing the image from the node that it leaves`)
    await t.step('remove', (signal) => removeOn(row, from, signal), { retries: 2 })
    await t.stepTx('forget', async (work) => {
      await work.tx.image_node.deleteMany({ where: { image_id, node_id: from } })
      await updateImage(work, image_id, { state: 'active', fault: null })
    })
  },
  async settle(t, { image_id, node_id, from }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('keep', (work) => keep(work, { image_id, node_id, from }, outcome.error?.message ?? null))
  },
})

type Plan = { source: { node_id: number; path: string }; path: string }

async function copy(
  row: image,
  { source, path }: Plan,
  node_id: number,
  tell: (progress: [number, ReturnType<typeof msg>]) => void,
  signal: AbortSignal,
): Promise<void> {
  const size_bytes = Number(row.size_bytes)
  const there = await nodeConnection(node_id, signal)
  await there.ensureDirectories([path.slice(0, path.lastIndexOf('/'))], signal)
  await there.putImage(
    {
      path,
      size_bytes,
      sha256: row.sha256 ?? '',
      holds: holdsOf(row),
      open: async (offset, opening) =>
        (await nodeConnection(source.node_id, opening)).openFile(source.path, offset, opening),
    },
    (bytes) => tell([2 + Math.floor((bytes / size_bytes) * 92), msg`Copying ${row.name}`]),
    signal,
  )
}

/** The copy is there; it was removed on purpose only when its row is gone. */
async function remember(work: Work, image_id: number, node_id: number, path: string): Promise<void> {
  const data = { state: 'ready', path, fault: null, updated_at: new Date() }
  await work.tx.image_node.upsert({
    where: { image_id_node_id: { image_id, node_id } },
    create: { image_id, node_id, ...data },
    update: data,
  })
  await touchImage(work, image_id)
}

/** The record says again what is there. */
async function keep(
  work: Work,
  { image_id, node_id, from }: { image_id: number; node_id: number; from: number | null },
  fault: string | null,
): Promise<void> {
  const row = await work.tx.image.findUnique({ where: { id: image_id } })
  if (!row) return
  await work.tx.image_node.deleteMany({ where: { image_id, node_id, state: 'copying' } })
  if (from !== null)
    await work.tx.image_node.updateMany({ where: { image_id, node_id: from }, data: { state: 'ready', fault } })
  await updateImage(work, image_id, { fault, ...(row.state === 'migrating' && { state: 'active' }) })
}
