import { z } from 'zod'
import { db } from '../../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../../db/transaction.ts'
import { whyNotMove } from '../../../../../domain/disk/move.ts'
import { wrongState } from '../../../../../domain/shared/errors.ts'
import { diskVolume } from '../../../../../domain/storage/volumes.ts'
import { msg } from '../../../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../../../tasks/define.ts'
import { readingLock } from '../../../backup/reading.ts'
import { nodeConnection } from '../../../node/connections.ts'
import { requireStorage } from '../../../storage/ready.ts'
import { presentSpec } from '../../define-again.ts'
import { judgeRow } from '../../judge.ts'
import { settleHost } from '../../real-state.ts'
import { removeUnused } from '../../reinstall/record.ts'
import { arrive, routeOf, seedsOf, settleMove } from './record.ts'
import { readMoved } from './targets.ts'

const LOOK_MS = 20_000
const SMALL_MS = 60_000
/** The copying itself is between these parts of a task's progress. */
const [BEGUN, COPIED] = [5, 92]

export const diskMoveTask = defineTask({
  name: 'disk_migrate',
  title: 'Move a disk of a virtual machine to another storage',
  /** `limit`: bytes a second. */
  input: z.object({
    host_id: z.int(),
    disk_id: z.int(),
    keeps_image: z.boolean(),
    limit: z.int().nullable(),
  }),
  locks: ({ host_id, disk_id }) => [`host:${host_id}`, readingLock({ host_id, disk_id })],
  timeoutMs: 72 * 3600_000,
  async run(t, { host_id, disk_id, keeps_image, limit }) {
    await t.stepTx('begin', (work) => begin(work, host_id, disk_id))
    const route = await t.step('read', () => routeOf(disk_id), { timeoutMs: SMALL_MS })
    const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const { one, to, from, node_id } = route
    const name = row.internal_name
    const disk = { path: from, target_dev: one.target_dev ?? 'vda' }
    await t.step('look', (signal) => look(name, node_id, to.storage_id, signal), { timeoutMs: LOOK_MS })
    // The next backup reads everything: what had been noted of changes belongs to the old volume.
    await t.step(
      'forget_changes',
      async (signal) =>
        (await nodeConnection(node_id, signal)).forgetCheckpoints(name, [{ ...disk, ...diskVolume(from) }], signal),
      { retries: 1, timeoutMs: SMALL_MS },
    )
    const seeds = await t.step('seeds', async (signal) => {
      const found = await seedsOf(row, route)
      if (found) await (await nodeConnection(node_id, signal)).copyFile(found.from, found.to, signal)
      return found
    })
    await t.step('move', async (signal) => {
      const moved = { id: disk_id, path: to.path, storage_id: to.storage_id }
      const spec = await presentSpec(row, node_id, { moved })
      const move = { disk, to: to.path, keepsImage: keeps_image, limit }
      await (await nodeConnection(node_id, signal)).moveDisk(spec, move, tellProgress(t), signal)
    })
    await t.stepTx('arrive', (work) => arrive(work, disk_id, 'new', [from, ...(seeds ? [seeds.from] : [])]))
    t.progress(95, msg`Removing the old volume`)
    await t.step('clear_away', (signal) => removeUnused(host_id, signal), { timeoutMs: 10 * SMALL_MS })
    return { storage_id: to.storage_id }
  },
  async settle(t, { host_id, disk_id }, outcome) {
    if (outcome.status !== 'complete') await settleMove(t, disk_id)
    await settleHost(t, host_id, { action: 'disk_migrate', outcome })
  },
})

/** Judged when its turn has come: what was before it may have taken a snapshot. */
async function begin(work: Work, host_id: number, disk_id: number): Promise<void> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  judgeRow(row, 'disk_move')
  const disk = await readMoved(work, disk_id)
  if (disk.host_id !== host_id) throw wrongState(msg`The disk is no longer to be moved`)
  const why = whyNotMove({ ...disk, state: 'active' })
  if (why) throw wrongState(why)
}

/** A node or storage that is away is found out before anything is copied. */
export async function look(name: string, node_id: number, storage_id: number, signal: AbortSignal): Promise<void> {
  await (await nodeConnection(node_id, signal)).domain(name, signal)
  await requireStorage(storage_id, node_id, signal)
}

const GIB = 2 ** 30
const gib = (bytes: number) => (bytes / GIB).toFixed(1)

/** Says how far a copy is. */
export const tellProgress = (t: TaskContext) => (done: number, all: number) => {
  const part = all > 0 ? Math.min(1, done / all) : 0
  t.progress(BEGUN + (COPIED - BEGUN) * part, msg`Copying the disk: ${gib(done)} of ${gib(all)} GiB`)
}
