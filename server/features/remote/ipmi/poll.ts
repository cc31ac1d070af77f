import { z } from 'zod'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nudge } from '../../../tasks/reconciler.ts'
import { enqueueOnce } from '../../datacenter/device/enqueue-once.ts'
import { IPMI_POLLER } from '../../datacenter/poll/nudge.ts'
import { pollController } from './poll-controller.ts'
import { ipmiPollFailed } from './store.ts'

export const ipmiPollTask = defineTask({
  name: 'ipmi_poll',
  title: 'Ask management controller',
  input: z.object({ ipmi_id: z.int() }),
  locks: ({ ipmi_id }) => [`ipmi:${ipmi_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { ipmi_id }) {
    t.progress(10, msg`Polling the controller`)
    return t.step('poll', (signal) => pollController(ipmi_id, signal, true), { timeoutMs: 4 * 60_000 })
  },
  /** The round has written down how it went; what is still in progress then was called off. */
  async settle(t, { ipmi_id }, outcome) {
    if (outcome.status === 'complete') return
    const fault = outcome.error?.message ?? stored(msg`It was stopped`)
    await t.stepTx('save', async (work) => {
      const row = await work.tx.ipmi.findUnique({ where: { id: ipmi_id }, select: { status: true } })
      if (row?.status === 'in_progress') await ipmiPollFailed(work, ipmi_id, { fault })
    })
  },
})

/** Queues a poll within the caller's transaction, or finds the one that still waits for the controller as it is now. */
export async function queueIpmiPoll(work: Work, ipmi_id: number): Promise<{ consul_id: number }> {
  const { version, server_id } = await work.tx.ipmi.findUniqueOrThrow({
    where: { id: ipmi_id },
    select: { version: true, server_id: true },
  })
  const about = { registry_id: ipmi_id, entity: 'ipmi' }
  const queued = await enqueueOnce(work, ipmiPollTask, { ipmi_id }, `ipmi_poll:${ipmi_id}:${version}`, about, {
    behindRunning: true,
  })
  if (!queued.fresh) return queued
  // What has been silent is asked in its usual turns again.
  await nudge(work, IPMI_POLLER, ipmi_id)
  await work.tx.ipmi.updateMany({ where: { id: ipmi_id }, data: { status: 'in_progress' } })
  changed(work, {
    entity: 'ipmi',
    entity_id: ipmi_id,
    event: 'update',
    data: { status: 'in_progress' },
    relations: { server: server_id },
  })
  return queued
}
