import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { PanelError } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { defineAgain, presentSpec } from '../define-again.ts'
import { renewNetworkRules } from '../network-rules.ts'
import { settleHost } from '../real-state.ts'
import { devicesOf } from './kept.ts'
import { beginRevert, finishRevert, noteSizes, sizesNow, takeBack, takeSizesBack } from './revert-record.ts'
import { setPasswords } from './screens.ts'

const SMALL_MS = 60_000
/** What the node keeps of the present until the revert has succeeded. One that was left is replaced by the next. */
const BEFORE = 'dh-before-revert'

export const snapshotRevertTask = defineTask({
  name: 'snapshot_revert',
  title: 'Go back to a snapshot of a virtual machine',
  /** `before`: the size that waited for the next start. */
  input: z.object({
    host_id: z.int(),
    snapshot_id: z.int(),
    before: z.object({ cpu_number_new: z.int().nullable(), ram_mib_new: z.int().nullable() }),
  }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 2 * 3600_000,
  async run(t, { host_id, snapshot_id, before }) {
    const plan = await t.stepTx('begin', (work) => beginRevert(work, host_id, snapshot_id))
    const { node_id, name, runs, starts, disks, capture, devices } = plan
    const { prisma } = db()
    const node = (signal: AbortSignal) => nodeConnection(node_id, signal)
    const spec = async () => presentSpec(await prisma.host.findUniqueOrThrow({ where: { id: host_id } }), node_id)
    const kept = { name: BEFORE, disks, memory: null }

    if (plan.crashed)
      await t.step(
        'define_first',
        async (signal) => defineAgain(await prisma.host.findUniqueOrThrow({ where: { id: host_id } }), node_id, signal),
        { timeoutMs: SMALL_MS },
      )
    // Memory fits the devices that it was kept with; with others the VM boots from the disks of then.
    const memory = await t.step('fits', async () => (devices === devicesOf(await spec()) ? capture.memory : null), {
      timeoutMs: SMALL_MS,
    })
    t.progress(10, msg`Turning off`)
    await t.step('off', async (signal) => (await node(signal)).destroyDomain(name, signal), {
      retries: 1,
      timeoutMs: SMALL_MS,
      undo: async (_, signal) => {
        if (runs) await (await node(signal)).startDomain(name, signal)
      },
      undoUnfinished: true,
    })
    t.progress(20, msg`Keeping the present state until the end`)
    await t.step(
      'keep',
      async (signal) => {
        const connection = await node(signal)
        await connection.dropCapture(name, kept, signal)
        await connection.captureDisks(name, kept, false, signal)
      },
      {
        undo: async (_, signal) => (await node(signal)).dropCapture(name, kept, signal),
        undoUnfinished: true,
      },
    )
    t.progress(40, msg`Going back to the state of the snapshot`)
    const sizes: Record<string, number> = {}
    for (const disk of disks)
      sizes[disk.disk_id] = await t.step(
        `revert_${disk.disk_id}`,
        async (signal) => (await node(signal)).revertDisk(name, capture.name, disk, signal),
        {
          undo: async (_, signal) => void (await (await node(signal)).revertDisk(name, BEFORE, disk, signal)),
          undoUnfinished: true,
        },
      )
    // Undone when the record is the former one again.
    await t.step('definition', async () => null, {
      undo: async (_, signal) => (await node(signal)).defineDomain(await spec(), signal),
      undoUnfinished: true,
      timeoutMs: SMALL_MS,
    })
    const was = await t.step('sizes_before', () => sizesNow(host_id))
    await t.stepTx('sizes', (work) => noteSizes(work, host_id, sizes), {
      undo: async (work) => {
        await takeSizesBack(work, was)
        await takeBack(work, host_id, before)
      },
    })
    await t.step('define', async (signal) => (await node(signal)).defineDomain(await spec(), signal), {
      retries: 1,
      timeoutMs: SMALL_MS,
    })
    if (starts) {
      t.progress(70, memory === null ? msg`Starting` : msg`Reading the memory`)
      await t.step(
        'start',
        async (signal) => {
          const connection = await node(signal)
          if (memory === null) await connection.startDomain(name, signal)
          else await connection.resumeDomain(name, memory, signal)
        },
        {
          undo: async (_, signal) => (await node(signal)).destroyDomain(name, signal),
          undoUnfinished: true,
        },
      )
      await t.step('limits', (signal) => renewNetworkRules(host_id, signal), { retries: 1, timeoutMs: SMALL_MS })
      // Those of then came with the memory.
      if (memory !== null)
        await t.step('passwords', (signal) => setPasswords(host_id, signal), { retries: 1, timeoutMs: SMALL_MS })
    }
    await t.stepTx('finish', (work) =>
      finishRevert(work, host_id, snapshot_id, { task: t.id, resumed: memory !== null }),
    )
    // Left on the node it does no harm, and is replaced by the next.
    await t.step(
      'clear',
      async (signal) => {
        try {
          await (await node(signal)).dropCapture(name, kept, signal)
        } catch (err) {
          if (!(err instanceof PanelError)) throw err
          t.log.warn({ err, host: host_id }, 'the state before a revert was left on the node')
        }
      },
      { timeoutMs: 10 * SMALL_MS },
    )
    return { snapshot_id, started: starts, resumed: memory !== null }
  },
  async settle(t, { host_id, before }, outcome) {
    const complete = outcome.status === 'complete'
    if (!complete) await t.stepTx('take_back', (work) => takeBack(work, host_id, before))
    const started = complete && (outcome.output as { started?: boolean } | undefined)?.started === true
    await settleHost(t, host_id, { action: 'snapshot_revert', outcome, started })
  },
})
