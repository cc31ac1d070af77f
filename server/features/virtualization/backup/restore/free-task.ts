import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { PanelError, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { endFree, hasSwitchedFree, planFree, switchFree } from '../../host/restore/free-record.ts'
import { nodeConnection } from '../../node/connections.ts'
import { VOLUME_MS } from '../../storage/patience.ts'
import { requireStorage } from '../../storage/ready.ts'
import { fill, lookAt } from './fill.ts'
import { forgetTracking } from './tracking.ts'
import { letGo, restoreTasks } from './use.ts'

const SMALL_MS = 60_000
/** No domain is called so: the node works on the file. */
const NO_DOMAIN = 'no_vm'

/** Gives a disk without a VM the content of a backup, also one that is made for it. */
export const diskRestoreTask = defineTask({
  name: restoreTasks.disk,
  title: 'Restore a disk from a backup',
  input: z.object({ disk_id: z.int(), backup_id: z.int() }),
  locks: ({ disk_id }) => [`disk:${disk_id}`],
  timeoutMs: 24 * 3600_000,
  async run(t, { disk_id, backup_id }) {
    const plan = await t.step('plan', async () => {
      const one = await db().prisma.backup.findUnique({ where: { id: backup_id } })
      if (!one) throw wrongState(msg`The backup was deleted in the meantime`)
      return planFree(disk_id, one.size_mib, t.id)
    })
    const { node_id, storage_id, old_path, path, size_mib } = plan
    const on = (signal: AbortSignal) => nodeConnection(node_id, signal)
    t.progress(2, msg`Looking for the backup`)
    await t.step(
      'look',
      async (signal) => {
        await (await on(signal)).domain(NO_DOMAIN, signal)
        await requireStorage(storage_id, node_id, signal)
      },
      { timeoutMs: 20_000 },
    )
    await t.step('index', (signal) => lookAt(backup_id, signal), { retries: 1, timeoutMs: 5 * SMALL_MS })
    await t.step(
      'volume',
      async (signal) => (await on(signal)).createVolume({ path, size_mib, backing: null }, signal),
      {
        undo: async (_, signal) => {
          if (!(await hasSwitchedFree(disk_id, plan))) await (await on(signal)).deleteFile(path, signal)
        },
        undoUnfinished: true,
        timeoutMs: VOLUME_MS,
      },
    )
    await t.step(
      'content',
      async (signal) =>
        fill(await on(signal), { backup_id, path }, signal, (bytes, of) =>
          t.progress(5 + (90 * bytes) / Math.max(1, of), msg`Writing the content of the backup`),
        ),
      { retries: 2, backoffMs: 5000 },
    )
    await t.stepTx('switch', async (work) => {
      await switchFree(work, disk_id, plan)
      await forgetTracking(work, [disk_id])
    })
    // Left on the node it is found by the comparison of volumes and records.
    if (old_path !== null)
      await t.step(
        'remove_old',
        async (signal) => {
          try {
            await (await on(signal)).deleteFile(old_path, signal)
          } catch (err) {
            if (!(err instanceof PanelError)) throw err
            t.log.warn({ err, disk: disk_id }, 'the former volume of a restored disk was left on the node')
          }
        },
        { timeoutMs: SMALL_MS },
      )
    return { disk_id }
  },
  async settle(t, { disk_id }, outcome) {
    await t.stepTx('end', async (work) => {
      await letGo(work, t.id)
      if (outcome.status !== 'complete') await endFree(work, disk_id)
    })
  },
})
