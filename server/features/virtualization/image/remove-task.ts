import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { imageChanged, touchImage, updateImage } from './changes.ts'
import { imageLock } from './place.ts'
import { removeOn } from './remove.ts'

const LOOK_MS = 20_000
const REMOVE_MS = 10 * 60_000

/** Deletes an image: everywhere with its record, or on one node. */
export const imageDeleteTask = defineTask({
  name: 'image_delete',
  title: 'Delete image',
  input: z.object({ image_id: z.int(), node_id: z.int().nullable().default(null) }),
  locks: ({ image_id }) => [imageLock(image_id)],
  timeoutMs: 6 * 3600_000,
  async run(t, { image_id, node_id }) {
    const row = await db().prisma.image.findUnique({ where: { id: image_id } })
    if (!row) return
    const places = await t.step('plan', async () =>
      (
        await db().prisma.image_node.findMany({
          where: { image_id, ...(node_id !== null && { node_id }) },
          orderBy: { node_id: 'asc' },
        })
      ).map((one) => one.node_id),
    )
    // A node that does not answer is found before anything is gone.
    for (const id of places)
      await t.step(`look_${id}`, async (signal) => void (await (await nodeConnection(id, signal)).checkOs(signal)), {
        timeoutMs: LOOK_MS,
      })
    for (const [n, id] of places.entries()) {
      t.progress(Math.floor((n / places.length) * 95), msg`Removing ${row.name} from nodes`)
      await t.step(`remove_${id}`, (signal) => removeOn(row, id, signal), { retries: 1, timeoutMs: REMOVE_MS })
      await t.stepTx(`forget_${id}`, async (work) => {
        await work.tx.image_node.deleteMany({ where: { image_id, node_id: id } })
        await touchImage(work, image_id)
      })
    }
    if (node_id !== null) return
    await t.stepTx('forget', async (work) => {
      await work.tx.image.deleteMany({ where: { id: image_id } })
      imageChanged(work, row, 'delete')
    })
  },
  async settle(t, { image_id }, outcome) {
    if (outcome.status !== 'complete') await t.stepTx('keep', (work) => keep(work, image_id, outcome.error?.message))
  },
})

/** What is still there can be used as before. */
async function keep(work: Work, image_id: number, fault: string | undefined): Promise<void> {
  const row = await work.tx.image.findUnique({ where: { id: image_id } })
  if (!row) return
  await work.tx.image_node.updateMany({
    where: { image_id, state: 'deleting' },
    data: { state: 'ready', fault: fault ?? null },
  })
  if (row.state !== 'deleting') return void (await touchImage(work, image_id))
  const left = await work.tx.image_node.count({ where: { image_id } })
  const state = left > 0 && row.sha256 !== null ? 'active' : 'crashed'
  await updateImage(work, image_id, { state, fault: fault ?? null })
}
