import { z } from 'zod'
import { db } from '../../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../../db/transaction.ts'
import { whyNotMove } from '../../../../../domain/disk/move.ts'
import { wrongState } from '../../../../../domain/shared/errors.ts'
import { diskVolume } from '../../../../../domain/storage/volumes.ts'
import { msg } from '../../../../../shared/text.ts'
import { defineTask } from '../../../../../tasks/define.ts'
import { readingLock } from '../../../backup/reading.ts'
import { nodeConnection } from '../../../node/connections.ts'
import { presentSpec } from '../../define-again.ts'
import { judgeRow } from '../../judge.ts'
import { settleHost } from '../../real-state.ts'
import { removeUnused } from '../../reinstall/record.ts'
import { arrive, NO_DOMAIN, type Route, removeOld, routeOf, settleMove } from './record.ts'
import { readMoved } from './targets.ts'
import { look, tellProgress } from './task.ts'

const LOOK_MS = 20_000
const SMALL_MS = 60_000

export const diskImageTask = defineTask({
  name: 'disk_restore_image',
  title: 'Restore a disk from an image file',
  /** `within`: folders that the file has to be in. `host_id`: null for a disk that no VM has. */
  input: z.object({
    disk_id: z.int(),
    host_id: z.int().nullable(),
    path: z.string(),
    format: z.enum(['qcow2', 'raw']),
    within: z.array(z.string()),
  }),
  locks: ({ host_id, disk_id }) => [
    ...(host_id === null ? [] : [`host:${host_id}`]),
    readingLock({ host_id, disk_id }),
  ],
  timeoutMs: 72 * 3600_000,
  async run(t, { disk_id, host_id, path, format, within }) {
    const name = await t.stepTx('begin', (work) => begin(work, host_id, disk_id))
    const { one, to, from, node_id } = await t.step('read', () => routeOf(disk_id), { timeoutMs: SMALL_MS })
    await t.step('look', (signal) => look(name, node_id, to.storage_id, signal), { timeoutMs: LOOK_MS })
    const on = (signal: AbortSignal) => nodeConnection(node_id, signal)
    await t.step('copy', async (signal) => {
      const volume = { path: to.path, size_mib: one.size_mib }
      const copy = { from: { path, format }, to: volume, keepsImage: false, limit: null, within }
      await (await on(signal)).copyVolume(copy, tellProgress(t), signal)
    })
    if (host_id !== null)
      await t.step(
        'define',
        async (signal) => {
          const node = await on(signal)
          const disk = { ...diskVolume(from), target_dev: one.target_dev ?? 'vda' }
          await node.forgetCheckpoints(name, [disk], signal)
          await node.defineDomain(await specWith(host_id, { one, to, node_id }), signal)
        },
        { retries: 1, timeoutMs: SMALL_MS },
      )
    await t.stepTx('arrive', (work) => arrive(work, disk_id, 'new', [from]))
    t.progress(95, msg`Removing the old volume`)
    await t.step(
      'clear_away',
      async (signal) => {
        if (host_id !== null) await removeUnused(host_id, signal)
        else await removeOld(disk_id, signal)
      },
      { timeoutMs: 10 * SMALL_MS },
    )
  },
  async settle(t, { disk_id, host_id }, outcome) {
    if (outcome.status !== 'complete') await settleMove(t, disk_id)
    if (host_id !== null) await settleHost(t, host_id, { action: 'disk_restore_image', outcome })
  },
})

async function specWith(host_id: number, { one, to, node_id }: Pick<Route, 'one' | 'to' | 'node_id'>) {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  return presentSpec(row, node_id, { moved: { id: one.id, path: to.path, storage_id: to.storage_id } })
}

/** Judged when its turn has come. @returns what the node calls the VM */
async function begin(work: Work, host_id: number | null, disk_id: number): Promise<string> {
  const why = whyNotMove({ ...(await readMoved(work, disk_id)), state: 'active' })
  if (why) throw wrongState(why)
  if (host_id === null) return NO_DOMAIN
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  judgeRow(row, 'disk_image')
  return row.internal_name
}
