import { type host, Prisma } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { QueuedAction } from '../../../domain/host/allowed.ts'
import type { Size } from '../../../domain/host/size.ts'
import type { HostState } from '../../../domain/host/states.ts'
import type { DomainInfo } from '../../../drivers/hypervisor/domain-types.ts'
import { cancelTask } from '../../../tasks/cancel.ts'
import type { Outcome, SettleContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { nudgeWatch } from '../node/nudge.ts'
import { hostChanged } from './claim.ts'
import { leaveQueue } from './queue.ts'
import { HOST_START, HOST_STOP, releaseWaiting } from './resources/waiting.ts'

const READ_TIMEOUT_MS = 10_000

/** What the panel calls what a node reports; a VM that the node does not know is crashed. */
export function stateOf(domain: Pick<DomainInfo, 'state'> | null): HostState {
  if (!domain || domain.state === 'crashed') return 'crashed'
  return domain.state === 'stopped' ? 'stopped' : 'active'
}

/** `size` of a VM that the node knows. */
type Reading = { state: HostState; vnc_port: number | null; size: Size | null }

/** Asks the node; `unknown` when it does not answer: that is not "stopped". */
export async function readState(row: Pick<host, 'internal_name' | 'node_id'>, signal: AbortSignal): Promise<Reading> {
  if (row.node_id === null) return { state: 'crashed', vnc_port: null, size: null }
  try {
    const bound = AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
    const domain = await (await nodeConnection(row.node_id, bound)).domain(row.internal_name, bound)
    const size = domain && { cpu_number: domain.cpu_number, ram_mib: domain.ram_mib }
    return { state: stateOf(domain), vnc_port: domain?.vnc_port ?? null, size }
  } catch {
    return { state: 'unknown', vnc_port: null, size: null }
  }
}

type Data = { started_at?: Date; fault?: object }

/** Writes a reading, and what follows from it, into the record of a VM; `queue` is what is left to do. */
async function writeState(work: Work, row: host, reading: Reading, queue: QueuedAction[], data: Data) {
  const known = row.state === 'active' && row.started_at ? row.started_at : new Date()
  // The report of a crash ends with it.
  const over = reading.state !== 'crashed' && (row.fault as { action?: string } | null)?.action === 'node_watch'
  await work.tx.host.update({
    where: { id: row.id },
    data: {
      state: reading.state,
      vnc_port: reading.vnc_port,
      ...((data.started_at || reading.state === 'stopped') && sizeAtStart(reading.size, queue)),
      state_at: new Date(),
      version: { increment: 1 },
      ...(over && { fault: Prisma.DbNull }),
      // The guest has it now.
      ...(reading.state === 'active' &&
        row.rescue === null &&
        row.password_at_start && { password_at_start: false, guest_password: null }),
      ...data,
      started_at: reading.state === 'active' ? (data.started_at ?? known) : null,
    },
  })
  if (data.started_at || reading.state === 'stopped')
    await work.tx.host_iso.updateMany({ where: { host_id: row.id, waits: { not: null } }, data: { waits: null } })
  hostChanged(work, row, { state: reading.state, disabled: queue.length > 0 })
}

/** What waited for a start is there: the size is read back, unless a change of it is still in the queue. */
const sizeAtStart = (size: Size | null, queue: QueuedAction[]) => ({
  waits_for_start: [],
  network_waits: null,
  ...(size &&
    !queue.some(({ action }) => action === 'host_change_params') && {
      ...size,
      cpu_number_new: null,
      ram_mib_new: null,
    }),
})

/** What stands on a VM after a task failed. The record of the task still names the step that did. */
export async function faultOf(work: Work, task: number, action: string, msg: string) {
  const record = await work.tx.task.findUnique({ where: { id: task }, select: { step: true } })
  return { task, action, step: record?.step ?? null, msg }
}

type Settling = {
  action: string
  outcome: Outcome
  /** The VM was started: its uptime counts from now. */
  started?: boolean
  /** It was switched off, so that a crash that the node still reports is over. */
  forcedOff?: boolean
}

/**
 * Every end of a task on a VM: the record gets the state that the node reports, not the one that was hoped for, the next action
 * in the queue gets its turn, and a failure stays on the VM until it is dismissed.
 */
export async function settleHost(t: SettleContext, host_id: number, { action, outcome, ...done }: Settling) {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (!row) return
  // Called off before its turn: it has touched nothing, and another task may be at work on the VM. What shows already is taken back.
  const shows = row.state === 'creating' && row.is_built && (row.queue as QueuedAction[])[0]?.task === t.id
  const untouched = !outcome.started && row.state !== 'deleting' && !shows
  const reading = untouched ? null : await t.step('read_state', (signal) => readState(row, signal))
  if (reading?.state === 'crashed' && done.forcedOff) reading.state = 'stopped'
  await t.stepTx('write_state', async (work) => {
    const queue = await leaveQueue(work, host_id, t.id)
    await work.sql('delete from host_password where task = $1::int', [t.id])
    const now = await work.tx.host.findUnique({ where: { id: host_id } })
    if (!now) return
    if (reading === null) {
      hostChanged(work, now, { disabled: queue.length > 0 })
      return
    }
    const failed = outcome.status === 'failed'
    if (reading.state === 'stopped') await releaseWaiting(work, host_id, HOST_STOP)
    if (reading.state === 'active') await releaseWaiting(work, host_id, HOST_START)
    await writeState(work, now, reading, queue, {
      ...(done.started && { started_at: new Date() }),
      ...(failed && { fault: await faultOf(work, t.id, action, outcome.error?.message ?? '') }),
    })
  })
  // The watch left the VM alone while the task had it, so nothing else would find out that the node answers again.
  if (reading?.state === 'unknown' && row.node_id !== null) await nudgeWatch(row.node_id)
}

/** The end of a restart, whose halves have settled the VM; `calledOff` are those that shall not go on. */
export async function endRestart(t: SettleContext, host_id: number, calledOff: readonly number[]) {
  await t.stepTx('end_action', async (work) => {
    const queue = await leaveQueue(work, host_id, t.id)
    for (const part of calledOff) await cancelTask(work, part)
    const row = await work.tx.host.findUnique({ where: { id: host_id } })
    if (row) hostChanged(work, row, { state: row.state, disabled: queue.length > 0 })
  })
}
