import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { HostState } from '../../../domain/host/states.ts'
import type { DomainInfo } from '../../../drivers/hypervisor/types.ts'
import type { Outcome, SettleContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { nudgeWatch } from '../node/nudge.ts'
import { hostChanged } from './claim.ts'

const READ_TIMEOUT_MS = 10_000

/** What the panel calls what a node reports; a machine the node does not know of is crashed. */
export function stateOf(domain: Pick<DomainInfo, 'state'> | null): HostState {
  if (!domain || domain.state === 'crashed') return 'crashed'
  return domain.state === 'stopped' ? 'stopped' : 'active'
}

type Reading = { state: HostState; vnc_port: number | null }

/** Asks the node; `unknown` when it does not answer: that is not "stopped". */
export async function readState(row: Pick<host, 'internal_name' | 'node_id'>, signal: AbortSignal): Promise<Reading> {
  if (row.node_id === null) return { state: 'crashed', vnc_port: null }
  try {
    const bound = AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
    const domain = await (await nodeConnection(row.node_id, bound)).domain(row.internal_name, bound)
    return { state: stateOf(domain), vnc_port: domain?.vnc_port ?? null }
  } catch {
    return { state: 'unknown', vnc_port: null }
  }
}

/** Writes a reading, and what follows from it, into the machine's record. */
export async function writeState(work: Work, row: host, reading: Reading, data: Record<string, unknown> = {}) {
  const started =
    reading.state === 'active' ? (row.state === 'active' && row.started_at ? row.started_at : new Date()) : null
  await work.tx.host.update({
    where: { id: row.id },
    data: {
      state: reading.state,
      vnc_port: reading.vnc_port,
      started_at: started,
      state_at: new Date(),
      version: { increment: 1 },
      ...data,
    },
  })
  hostChanged(work, row, { state: reading.state, disabled: false })
}

/** What stands on a machine after a task failed. The record of the task still names the step that did. */
export async function faultOf(work: Work, task: number, action: string, msg: string) {
  const record = await work.tx.task.findUnique({ where: { id: task }, select: { step: true } })
  return { task, action, step: record?.step ?? null, msg }
}

/**
 * Every end of a task on a machine: the record gets the state the node reports, not the one we hoped for, the machine is
 * free again, and a failure stays on it until somebody takes note.
 */
export async function settleHost(t: SettleContext, host_id: number, action: string, outcome: Outcome) {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (!row) return
  const reading = await t.step('read_state', (signal) => readState(row, signal))
  await t.stepTx('write_state', async (work) => {
    const now = await work.tx.host.findUnique({ where: { id: host_id } })
    if (!now) return
    const failed = outcome.status === 'failed'
    await writeState(work, now, reading, {
      action: null,
      ...(failed && { fault: await faultOf(work, t.id, action, outcome.error?.message ?? '') }),
    })
  })
  // The watch left the machine alone while the task had it, so nobody else would find out that the node answers again.
  if (reading.state === 'unknown' && row.node_id !== null) await nudgeWatch(row.node_id)
}
