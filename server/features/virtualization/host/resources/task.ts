import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { hostResources } from '../../../../domain/host/resources.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import type { DomainSizes } from '../../../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask, type SettleContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { presentSpec } from '../define-again.ts'
import { judge } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { noteFault, restore, store, takeBack, waitsForStart, writeSizes } from './record.ts'

const READ_TIMEOUT_MS = 10_000

export const hostResourcesTask = defineTask({
  name: 'host_change_params',
  title: 'Change resources of a virtual machine',
  /** `before`: the size that waited for the next start. `deferred`: it waits for a stop, and is in no queue of the VM. */
  input: z.object({
    host_id: z.int(),
    change: hostResources.omit({ defer: true }),
    deferred: z.boolean().default(false),
    before: z.object({ cpu_number_new: z.int().nullable(), ram_mib_new: z.int().nullable() }),
  }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 10 * 60_000,
  async run(t, { host_id, change }) {
    const { node_id } = (await judge(host_id, 'resources')).row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    await t.stepTx('store', (work) => store(work, host_id, change), {
      undo: (work, before) => restore(work, host_id, before),
    })
    t.progress(30, msg`Changing the VM on its node`)
    const waiting = await t.step('change', (signal) => changeDomain(host_id, node_id, signal), {
      retries: 1,
      timeoutMs: 2 * 60_000,
    })
    return { waiting: waiting.map(({ field }) => field) }
  },
  async settle(t, { host_id, change, deferred, before }, outcome) {
    if (outcome.status !== 'complete') {
      await t.stepTx('take_back', (work) => takeBack(work, host_id, before))
      if (outcome.started) await t.step('change_back', (signal) => changeBack(t, host_id, signal))
    }
    const sizes = outcome.started ? await t.step('read_sizes', (signal) => readSizes(host_id, signal)) : null
    const output = outcome.output as { waiting?: string[] } | undefined
    const waiting = outcome.status === 'complete' ? [...(output?.waiting ?? []), ...waitsForStart(change)] : []
    if (sizes) await t.stepTx('write_sizes', (work) => writeSizes(work, host_id, sizes, waiting))
    if (!deferred) return settleHost(t, host_id, { action: 'host_change_params', outcome })
    // A VM that a restart has just stopped is not shown as stopped for it.
    await t.stepTx('note_end', (work) => noteFault(work, t.id, host_id, 'host_change_params', outcome))
  },
})

async function changeDomain(host_id: number, node_id: number, signal: AbortSignal) {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  return (await nodeConnection(node_id, signal)).changeDomain(await presentSpec(row, node_id), signal)
}

/** After a failure the node gets what the record has again; one that does not answer keeps what it has, and is read at the next end. */
async function changeBack(t: SettleContext, host_id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (!row || row.node_id === null) return
  const { node_id } = row
  try {
    const bound = AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
    await changeDomain(host_id, node_id, bound)
  } catch (err) {
    t.log.warn({ err, host: host_id }, 'resources not taken back on the node')
  }
}

async function readSizes(host_id: number, signal: AbortSignal): Promise<DomainSizes | null> {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (!row || row.node_id === null) return null
  try {
    const bound = AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
    return await (await nodeConnection(row.node_id, bound)).domainSizes(row.internal_name, bound)
  } catch {
    return null
  }
}
