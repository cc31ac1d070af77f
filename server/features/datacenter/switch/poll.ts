import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import type { SwitchConnection } from '../../../drivers/switch/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nudge } from '../../../tasks/reconciler.ts'
import { enqueueOnce } from '../device/enqueue-once.ts'
import { SWITCH_POLLER } from '../poll/nudge.ts'
import { withSwitch } from './open.ts'
import { pollFailed, pollSucceeded, storeInventory, storeTables } from './store.ts'

/** Of all tables of a large switch. */
const READ_MS = 240_000

/** What a switch says of its ports and in its tables, with the moment at which it was asked. */
export async function readNow(device: SwitchConnection, signal: AbortSignal) {
  const at = new Date()
  return { at, inventory: await device.readInventory(signal), tables: await device.readTables(signal) }
}

/** Asks a switch for everything slow (ports and tables) and stores it. @throws PanelError from the driver */
export async function pollSwitch(switch_id: number, outer: AbortSignal): Promise<{ ports: number }> {
  const row = await db().prisma.net_switch.findUniqueOrThrow({ where: { id: switch_id } })
  const { at, inventory, tables } = await withSwitch(row, outer, readNow, READ_MS)
  await transaction(async (work) => {
    await storeInventory(work, switch_id, inventory, at)
    await storeTables(work, switch_id, tables, at)
    await pollSucceeded(work, switch_id)
  })
  return { ports: inventory.ports.length }
}

const input = z.object({ switch_id: z.int() })

export const switchPollTask = defineTask({
  name: 'switch_poll',
  title: 'Poll switch',
  input,
  // One at a time on a device: a reading must not cross a change.
  locks: ({ switch_id }) => [`switch:${switch_id}`],
  timeoutMs: 10 * 60_000,
  async run(t, { switch_id }) {
    t.progress(10, msg`Polling the switch`)
    return t.step('poll', (signal) => pollSwitch(switch_id, signal), { timeoutMs: 5 * 60_000 })
  },
  async settle(t, { switch_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('save', async (work) => {
      await pollFailed(work, switch_id, outcome.error?.message ?? stored(msg`The poll was stopped`))
    })
  },
})

/**
 * Queues a poll within the caller's transaction, or finds the one that still waits. A poll that began before the switch was
 * edited is no answer: it may ask with a community that is the wrong one by now.
 */
export async function queueSwitchPoll(work: Work, switch_id: number): Promise<{ consul_id: number }> {
  const { version } = await work.tx.net_switch.findUniqueOrThrow({
    where: { id: switch_id },
    select: { version: true },
  })
  const about = { registry_id: switch_id, entity: 'switch' }
  const key = `switch_poll:${switch_id}:${version}`
  const queued = await enqueueOnce(work, switchPollTask, { switch_id }, key, about, { behindRunning: true })
  if (!queued.fresh) return queued
  // What has been silent is asked in its usual turns again.
  await nudge(work, SWITCH_POLLER, switch_id)
  await work.tx.net_switch.updateMany({ where: { id: switch_id }, data: { status: 'in_progress' } })
  changed(work, { entity: 'switch', entity_id: switch_id, event: 'update', data: { status: 'in_progress' } })
  return queued
}
