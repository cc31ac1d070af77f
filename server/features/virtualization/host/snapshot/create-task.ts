import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext } from '../../../../tasks/define.ts'
import { requireNotRead, unlessRead } from '../../backup/reading.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostChanged } from '../claim.ts'
import { presentSpec } from '../define-again.ts'
import { judgeRow } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { requireKeepsStates } from './keeps-states.ts'
import { captureOf, devicesOf, memoryPath, presentDisks } from './kept.ts'

const SMALL_MS = 60_000

export const snapshotCreateTask = defineTask({
  name: 'snapshot_create',
  title: 'Take a snapshot of a virtual machine',
  input: z.object({ host_id: z.int(), snapshot_id: z.int(), freeze: z.boolean() }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 12 * 3600_000,
  async run(t, { host_id, snapshot_id, freeze }) {
    await t.stepTx('begin', (work) => begin(work, host_id, snapshot_id))
    const { prisma } = db()
    const [row, snapshot] = await Promise.all([
      prisma.host.findUniqueOrThrow({ where: { id: host_id } }),
      prisma.snapshot.findUniqueOrThrow({ where: { id: snapshot_id } }),
    ])
    const node_id = row.node_id ?? 0
    const capture = captureOf(snapshot)
    if (snapshot.with_ram)
      await t.step(
        'devices',
        async () => {
          const devices = devicesOf(await presentSpec(row, node_id))
          await prisma.snapshot.update({ where: { id: snapshot_id }, data: { devices } })
        },
        { timeoutMs: SMALL_MS },
      )
    t.progress(
      20,
      snapshot.with_ram ? msg`The VM stands still while its memory is written` : msg`Keeping the state of the disks`,
    )
    const { frozen, at } = await t.step(
      'capture',
      async (signal) => {
        const at = new Date().toISOString()
        const node = await nodeConnection(node_id, signal)
        const taken = () => node.captureDisks(row.internal_name, capture, freeze, signal)
        return { ...(await unlessRead(host_id, taken)), at }
      },
      {
        undo: async (_, signal) =>
          (await nodeConnection(node_id, signal)).dropCapture(row.internal_name, capture, signal),
        undoUnfinished: true,
      },
    )
    await t.stepTx('finish', (work) => finish(work, host_id, snapshot_id, { frozen, at }))
    return { snapshot_id, frozen }
  },
  async settle(t, { host_id, snapshot_id }, outcome) {
    if (outcome.status !== 'complete')
      await t.stepTx('note_failure', (work) => noteFailure(work, snapshot_id, outcome, t))
    await settleHost(t, host_id, { action: 'snapshot_create', outcome })
  },
})

/** Checked when the task begins: the snapshot is of what the VM has then. */
async function begin(work: Work, host_id: number, snapshot_id: number): Promise<void> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  const snapshot = await work.tx.snapshot.findUnique({ where: { id: snapshot_id } })
  if (!snapshot) throw wrongState(msg`The snapshot was deleted before it was taken`)
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  judgeRow(row, snapshot.with_ram ? 'snapshot_ram' : 'snapshot')
  await requireNotRead(work, host_id)
  await requireKeepsStates(work, host_id)
  const disks = await presentDisks(work, row)
  const [main] = disks
  if (!main) throw wrongState(msg`The VM has no disks`)
  await work.tx.snapshot.update({
    where: { id: snapshot_id },
    data: {
      disks,
      cpu_number: row.cpu_number,
      ram_mib: row.ram_mib,
      memory: snapshot.with_ram ? memoryPath(main, row, snapshot.capture) : null,
    },
  })
}

/** The snapshot is complete, and the present comes from it. */
async function finish(
  work: Work,
  host_id: number,
  snapshot_id: number,
  { frozen, at }: { frozen: boolean | null; at: string },
): Promise<void> {
  await lockRow(work, 'host', host_id)
  const current = await work.tx.snapshot.findFirst({ where: { host_id, is_curr: true } })
  await work.tx.snapshot.updateMany({ where: { host_id, is_curr: true }, data: { is_curr: false } })
  await work.tx.snapshot.update({
    where: { id: snapshot_id },
    data: { state: 'ok', is_curr: true, parent_id: current?.id ?? null, quiesced: frozen, made_at: new Date(at) },
  })
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  hostChanged(work, row)
}

/** One that was cancelled, also before it began, leaves nothing; one that failed is shown with its reason until it is deleted. */
async function noteFailure(work: Work, id: number, outcome: Outcome, t: SettleContext): Promise<void> {
  const known = await work.tx.snapshot.findUnique({ where: { id } })
  if (known?.state !== 'creation') return
  if (!outcome.started || outcome.status === 'aborted') await work.tx.snapshot.delete({ where: { id } })
  else {
    t.log.info({ snapshot: id }, 'a snapshot could not be taken')
    await work.tx.snapshot.update({ where: { id }, data: { state: 'fail', fault: outcome.error?.message ?? null } })
  }
}
