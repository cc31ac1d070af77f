import { z } from 'zod'
import type { host } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { requireNotRead, unlessRead } from '../../backup/reading.ts'
import { nodeConnection } from '../../node/connections.ts'
import { VOLUME_MS, VOLUME_TASK_MS } from '../../storage/patience.ts'
import { judge } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { noteFault } from '../resources/record.ts'
import { expandPartition } from './expand.ts'
import { expandAtStart } from './expand-task.ts'
import { placeOf } from './place.ts'
import { readDiskSize, writeDiskSize } from './record.ts'

export const diskResizeTask = defineTask({
  name: 'disk_resize',
  title: 'Grow a disk of a virtual machine',
  /**
   * `size_mib`: null when only the record was changed. `live`: also while the VM runs. `deferred`: it waits for a stop, and is in no
   * queue of the VM. `before`: the size that waited for the next start.
   */
  input: z.object({
    host_id: z.int(),
    disk_id: z.int(),
    size_mib: z.int().nullable(),
    live: z.boolean(),
    deferred: z.boolean().default(false),
    before: z.int().nullable(),
  }),
  locks: ({ host_id, size_mib }) => (size_mib === null ? [] : [`host:${host_id}`]),
  timeoutMs: VOLUME_TASK_MS,
  async run(t, { host_id, disk_id, size_mib, live }) {
    if (size_mib === null) return { already: true }
    const { row } = await judge(host_id, 'disk')
    const { node_id } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    await t.stepTx('begin', (work) => requireNotRead(work, host_id))
    const one = await db().prisma.disk.findUniqueOrThrow({ where: { id: disk_id } })
    const on = (signal: AbortSignal) => nodeConnection(node_id, signal)
    const runs = await t.step('look', (signal) => isRunning(row, signal), { retries: 2, timeoutMs: 20_000 })
    if (runs && !live) return { waits: true }
    t.progress(20, msg`Growing the disk`)
    const grown = await t.step(
      'grow',
      async (signal) => {
        const [node, place] = [await on(signal), await placeOf(row, one)]
        return unlessRead(host_id, () => node.growDisk(row.internal_name, place, size_mib, signal))
      },
      { retries: 2, timeoutMs: VOLUME_MS },
    )
    if (grown.why !== null) return { waits: true, why: grown.why }
    if (runs) t.progress(70, msg`Expanding the partition in the guest`)
    const partition = runs ? await expandPartition(t, row, one, on) : 'next_start'
    if (partition === 'next_start') await t.stepTx('expand_later', (work) => expandAtStart(work, disk_id))
    return { size_mib: grown.size_mib, ...(runs && { partition }) }
  },
  async settle(t, { host_id, disk_id, size_mib, deferred, before }, outcome) {
    if (size_mib === null) return
    const read = outcome.started ? await t.step('read_size', (signal) => readDiskSize(disk_id, signal)) : null
    const wanted = outcome.status === 'complete' ? size_mib : before
    await t.stepTx('write_size', async (work) => {
      const now = (await work.tx.disk.findUnique({ where: { id: disk_id } }))?.size_mib_new ?? null
      // A larger one that was accepted meanwhile waits for its own turn.
      await writeDiskSize(work, disk_id, read, now !== null && now > size_mib ? now : wanted)
    })
    if (!deferred) return settleHost(t, host_id, { action: 'disk_resize', outcome })
    // A VM that a restart has just stopped is not shown as stopped for it.
    await t.stepTx('note_end', (work) => noteFault(work, t.id, host_id, 'disk_resize', outcome))
  },
})

async function isRunning(row: host, signal: AbortSignal): Promise<boolean> {
  const node = await nodeConnection(row.node_id ?? 0, signal)
  const state = (await node.domain(row.internal_name, signal))?.state
  return state === 'running' || state === 'paused'
}
