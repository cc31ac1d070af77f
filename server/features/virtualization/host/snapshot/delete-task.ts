import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { requireNotRead, unlessRead } from '../../backup/reading.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostChanged } from '../claim.ts'
import { judge } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { captureOf } from './kept.ts'

export const snapshotDeleteTask = defineTask({
  name: 'snapshot_delete',
  title: 'Delete snapshots of a virtual machine',
  input: z.object({ host_id: z.int(), ids: z.array(z.int()) }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 2 * 3600_000,
  async run(t, { host_id, ids }) {
    const { row } = await judge(host_id, 'snapshot_delete')
    await t.stepTx('begin', (work) => requireNotRead(work, host_id))
    const { node_id, internal_name: name } = row
    for (const [n, id] of ids.entries()) {
      t.progress((100 * n) / ids.length, msg`Deleting snapshot ${n + 1} of ${ids.length}`)
      await t.step(
        `drop_${id}`,
        async (signal) => {
          const known = await db().prisma.snapshot.findUnique({ where: { id } })
          if (!known || node_id === null) return
          const node = await nodeConnection(node_id, signal)
          await unlessRead(host_id, () => node.dropCapture(name, captureOf(known), signal))
        },
        { retries: 1 },
      )
      await t.stepTx(`forget_${id}`, (work) => forget(work, host_id, id))
    }
    return { deleted: ids.length }
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, { action: 'snapshot_delete', outcome }),
})

/** What was made from it, and the present when it comes from it, come from its parent now. */
async function forget(work: Work, host_id: number, id: number): Promise<void> {
  await lockRow(work, 'host', host_id)
  const known = await work.tx.snapshot.findUnique({ where: { id } })
  if (!known) return
  await work.tx.snapshot.updateMany({ where: { parent_id: id }, data: { parent_id: known.parent_id } })
  await work.tx.snapshot.delete({ where: { id } })
  if (known.is_curr && known.parent_id !== null)
    await work.tx.snapshot.update({ where: { id: known.parent_id }, data: { is_curr: true } })
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  hostChanged(work, row)
}
