import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { isoChanged, updateIso } from './changes.ts'
import { isoLock } from './fetch-task.ts'
import { removeFile } from './folder.ts'
import { isoNodeLock } from './node-file.ts'

const SMALL = 60_000
/** `nodes`: where it may have to be removed, so that nothing brings it there meanwhile. */
const input = z.object({ iso_id: z.int(), nodes: z.array(z.int()).default([]) })
const locks = ({ iso_id, nodes }: { iso_id: number; nodes: number[] }) => [isoLock(iso_id), ...nodes.map(isoNodeLock)]

/** Deletes an image: on nodes first, then the file of the panel and the record. */
export const isoRemoveTask = defineTask({
  name: 'iso_delete',
  title: 'Delete ISO image',
  input,
  locks,
  timeoutMs: 30 * 60_000,
  async run(t, { iso_id }) {
    const row = await db().prisma.iso.findUnique({ where: { id: iso_id } })
    if (!row) return
    const places = await db().prisma.iso_node.findMany({ where: { iso_id }, orderBy: { node_id: 'asc' } })
    for (const [n, { node_id }] of places.entries()) {
      t.progress(Math.floor((n / places.length) * 90), msg`Removing ${row.name} from nodes`)
      await takeOff(t, iso_id, node_id)
    }
    const removed = await t.step('file', () => removeFile(row), { timeoutMs: SMALL })
    if (!removed)
      t.progress(95, msg`The file of ${row.name} is in another data folder of the panel: only its record is deleted`)
    await t.stepTx('forget', async (work) => {
      const { count } = await work.tx.iso.deleteMany({ where: { id: iso_id } })
      if (count > 0) isoChanged(work, row, 'delete')
    })
    return { file: removed ? 'removed' : 'elsewhere' }
  },
  async settle(t, { iso_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('keep', async (work) => {
      const row = await work.tx.iso.findUnique({ where: { id: iso_id } })
      if (row?.state !== 'deleting') return
      const state = row.file !== null && row.sha256 !== null ? 'ready' : 'failed'
      await updateIso(work, iso_id, { state, fault: outcome.error?.message ?? null })
    })
  },
})

/** Takes an image off the nodes of clusters that it is not for any more. */
export const isoArrangeTask = defineTask({
  name: 'iso_edit',
  title: 'Change ISO image',
  input,
  locks,
  timeoutMs: 30 * 60_000,
  async run(t, { iso_id }) {
    const { rows } = await db().pool.query<{ node_id: number }>(
      `select p.node_id from iso_node p join node n on n.id = p.node_id
        where p.iso_id = $1::int and exists (select from iso_cluster c where c.iso_id = p.iso_id)
          and not exists (select from iso_cluster c where c.iso_id = p.iso_id and c.cluster_id = n.cluster_id)
          and not exists (select from host_iso m join host h on h.id = m.host_id where m.iso_id = p.iso_id and h.node_id = p.node_id)
        order by p.node_id`,
      [iso_id],
    )
    for (const { node_id } of rows) await takeOff(t, iso_id, node_id)
    return { removed: rows.length }
  },
})

/** Removes the file of an image from a node, unless another image has the same content there. */
async function takeOff(t: TaskContext, iso_id: number, node_id: number): Promise<void> {
  const path = await t.stepTx(`forget_${node_id}`, async (work) => {
    const [used] = await work.sql(
      'select 1 from host_iso m join host h on h.id = m.host_id where m.iso_id = $1::int and h.node_id = $2::int',
      [iso_id, node_id],
    )
    if (used) throw inUse(msg`A VM needs the image again: it stays`)
    const place = await work.tx.iso_node.findUnique({ where: { iso_id_node_id: { iso_id, node_id } } })
    if (!place) return null
    await work.tx.iso_node.delete({ where: { iso_id_node_id: { iso_id, node_id } } })
    const others = await work.tx.iso_node.count({ where: { node_id, path: place.path } })
    return others > 0 ? null : place.path
  })
  if (path === null) return
  await t.step(
    `node_${node_id}`,
    async (signal) => {
      const { sha256 } = await db().prisma.iso.findUniqueOrThrow({ where: { id: iso_id } })
      await (await nodeConnection(node_id, signal)).deleteImage({ path, sha256: sha256 ?? '' }, [], signal)
    },
    {
      retries: 1,
      timeoutMs: SMALL,
    },
  )
}
