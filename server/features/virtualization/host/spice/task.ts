import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask, type SettleContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostChanged } from '../claim.ts'
import { presentSpec } from '../define-again.ts'
import { judge } from '../judge.ts'
import { passwordIfAny } from '../passwords.ts'
import { settleHost } from '../real-state.ts'
import { type SpiceFields, sealSpice } from './record.ts'

const BACK_TIMEOUT_MS = 10_000

export const hostSpiceTask = defineTask({
  name: 'host_change_spice',
  title: 'Change the SPICE settings of a virtual machine',
  /** `before`: what the record said of the fields that were changed; null: only the password changes. */
  input: z.object({
    host_id: z.int(),
    before: z.object({ spice_enabled: z.boolean(), spice_additional_enabled: z.boolean() }).partial().nullable(),
  }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 3 * 60_000,
  async run(t, { host_id }) {
    const { node_id } = (await judge(host_id, 'spice')).row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    const waits = await t.step('change', (signal) => bring(host_id, node_id, t.id, signal), {
      retries: 2,
      timeoutMs: 60_000,
    })
    await t.stepTx('store', (work) => store(work, host_id, t.id, waits))
    return { waits }
  },
  async settle(t, { host_id, before }, outcome) {
    if (outcome.status !== 'complete') await takeBack(t, host_id, before, outcome.started)
    await settleHost(t, host_id, { action: 'host_change_spice', outcome })
  },
})

/** Gives the node what the record says, with the password of the task if it has one. */
async function bring(host_id: number, node_id: number, task: number | null, signal: AbortSignal): Promise<boolean> {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const spec = await presentSpec(row, node_id)
  const password = task === null ? null : await passwordIfAny(task)
  const spice = spec.spice && password !== null ? { ...spec.spice, password } : spec.spice
  return (await nodeConnection(node_id, signal)).changeSpice({ ...spec, spice }, signal)
}

async function store(work: Work, host_id: number, task: number, waits: boolean): Promise<void> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  const password = await passwordIfAny(task)
  const others = row.waits_for_start.filter((field) => field !== 'spice_enabled')
  const data = {
    waits_for_start: waits ? [...others, 'spice_enabled'] : others,
    ...(password !== null && { spice_password: sealSpice(host_id, password) }),
  }
  await work.tx.host.update({ where: { id: host_id }, data: { ...data, version: { increment: 1 } } })
  hostChanged(work, row)
}

type Before = { [Field in keyof SpiceFields]?: boolean | undefined }

/** After a failure record and node have again what they had; a node that does not answer is told by the next change. */
async function takeBack(t: SettleContext, host_id: number, before: Before | null, started: boolean) {
  await t.stepTx('take_back', async (work) => {
    if (before) await work.tx.host.updateMany({ where: { id: host_id }, data: before })
  })
  if (!started) return
  await t.step('change_back', async (signal) => {
    const row = await db().prisma.host.findUnique({ where: { id: host_id } })
    if (!row || row.node_id === null) return
    try {
      await bring(host_id, row.node_id, null, AbortSignal.any([signal, AbortSignal.timeout(BACK_TIMEOUT_MS)]))
    } catch (err) {
      t.log.warn({ err, host: host_id }, 'SPICE not taken back on the node')
    }
  })
}
