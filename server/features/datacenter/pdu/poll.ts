import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import type { PduConnection } from '../../../drivers/pdu/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nudge } from '../../../tasks/reconciler.ts'
import { enqueueOnce } from '../device/enqueue-once.ts'
import { PDU_POLLER } from '../poll/nudge.ts'
import { withPdu } from './open.ts'
import { pduPollFailed, storePduReading } from './store.ts'

/** What a PDU says, with the moment at which it was asked. */
export async function readNow(device: PduConnection, signal: AbortSignal) {
  const at = new Date()
  return { at, reading: await device.read(signal) }
}

/** What it says of some of its outlets. */
export const readOutletsNow = (identities: readonly number[]) => async (device: PduConnection, signal: AbortSignal) => {
  const at = new Date()
  return { at, outlets: await device.readOutlets(identities, signal) }
}

/** Asks a PDU for its outlets and load and stores them. @throws PanelError from the driver */
export async function pollPdu(pdu_id: number, signal: AbortSignal): Promise<{ outlets: number }> {
  const row = await db().prisma.pdu.findUniqueOrThrow({ where: { id: pdu_id } })
  const { at, reading } = await withPdu(row, signal, readNow)
  await transaction(async (work) => storePduReading(work, pdu_id, reading, at))
  return { outlets: reading.outlets.length }
}

export const pduPollTask = defineTask({
  name: 'pdu_poll',
  title: 'Poll PDU',
  input: z.object({ pdu_id: z.int() }),
  locks: ({ pdu_id }) => [`pdu:${pdu_id}`],
  timeoutMs: 10 * 60_000,
  async run(t, { pdu_id }) {
    t.progress(10, msg`Polling the PDU`)
    return t.step('poll', (signal) => pollPdu(pdu_id, signal), { timeoutMs: 5 * 60_000 })
  },
  async settle(t, { pdu_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('save', async (work) => {
      await pduPollFailed(work, pdu_id, outcome.error?.message ?? stored(msg`The poll was stopped`))
    })
  },
})

/** Queues a poll within the caller's transaction, or finds the one that still waits for the PDU as it is now. */
export async function queuePduPoll(work: Work, pdu_id: number): Promise<{ consul_id: number }> {
  const { version } = await work.tx.pdu.findUniqueOrThrow({ where: { id: pdu_id }, select: { version: true } })
  const about = { registry_id: pdu_id, entity: 'pdu' }
  const queued = await enqueueOnce(work, pduPollTask, { pdu_id }, `pdu_poll:${pdu_id}:${version}`, about, {
    behindRunning: true,
  })
  if (!queued.fresh) return queued
  // What has been silent is asked in its usual turns again.
  await nudge(work, PDU_POLLER, pdu_id)
  await work.tx.pdu.updateMany({ where: { id: pdu_id }, data: { status: 'process_status' } })
  changed(work, { entity: 'pdu', entity_id: pdu_id, event: 'update', data: { status: 'process_status' } })
  return queued
}
