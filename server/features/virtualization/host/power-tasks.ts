import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { HostAction } from '../../../domain/host/rules.ts'
import { PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { VOLUME_MS, VOLUME_TASK_MS } from '../storage/patience.ts'
import { defineAgain } from './define-again.ts'
import { expandAtStart } from './disks/expand-task.ts'
import { growWaiting, storeGrown } from './disks/record.ts'
import { judge } from './judge.ts'
import { limitStarted, renewNetworkRules } from './network-rules.ts'
import { endRestart, settleHost } from './real-state.ts'
import { removeUnused } from './reinstall/record.ts'
import { HOST_STOP, releaseWaiting } from './resources/waiting.ts'

/** How long a guest may take to power itself off before power is cut. */
export const GRACE_MS = 60_000

/**
 * `part`: of a restart, whose own task ends the action. `idle`: the VM is so already, so that nothing is done and nothing is
 * held up.
 */
const input = z.object({
  host_id: z.int(),
  part: z.boolean().default(false),
  force: z.boolean().default(false),
  idle: z.boolean().default(false),
})
const locks = ({ host_id, idle }: { host_id: number; idle?: boolean }) => (idle ? [] : [`host:${host_id}`])

/** The node of a VM whose turn has come; null: the action was judged already, by the first half of it. */
async function open(host_id: number, action: HostAction | null) {
  const { row, already } = action
    ? await judge(host_id, action)
    : { row: await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } }), already: false }
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  const node_id = row.node_id
  return { row, already, node_id, connection: (signal: AbortSignal) => nodeConnection(node_id, signal) }
}

export const hostStartTask = defineTask({
  name: 'host_start',
  title: 'Start virtual machine',
  input,
  locks,
  timeoutMs: VOLUME_TASK_MS,
  async run(t, { host_id, part, idle }) {
    if (idle) return { already: true }
    const { row, already, node_id, connection } = await open(host_id, part ? null : 'start')
    if (already) return { already: true }
    if (row.state === 'crashed')
      await t.step('define', (signal) => defineAgain(row, node_id, signal), { retries: 1, timeoutMs: 60_000 })
    if (row.unused_files.length > 0) await t.step('clear_away', (signal) => removeUnused(host_id, signal))
    if (await db().prisma.disk.count({ where: { host_id, size_mib_new: { not: null } } })) {
      const grown = await t.step('grow_disks', (signal) => growWaiting(host_id, signal), { timeoutMs: VOLUME_MS })
      await t.stepTx('store_disks', async (work) => {
        await storeGrown(work, grown)
        for (const { id } of grown) await expandAtStart(work, id)
      })
    }
    await t.step('filter', (signal) => renewNetworkRules(host_id, signal), { retries: 1, timeoutMs: 60_000 })
    t.progress(20, msg`Starting`)
    await t.step('start', async (signal) => (await connection(signal)).startDomain(row.internal_name, signal), {
      retries: 1,
      timeoutMs: 60_000,
    })
    // Traffic limits sit on interfaces, which exist from now on.
    await t.step('limits', (signal) => limitStarted(host_id, signal), { retries: 1, timeoutMs: 60_000 })
    return { already: false }
  },
  settle: async (t, { host_id, part, idle }, outcome) => {
    if (idle) return
    const done = outcome.status === 'complete' && !(outcome.output as { already?: boolean } | undefined)?.already
    await settleHost(t, host_id, { action: part ? 'host_restart' : 'host_start', outcome, started: done })
  },
})

export const hostStopTask = defineTask({
  name: 'host_stop',
  title: 'Stop virtual machine',
  input,
  locks,

  timeoutMs: 10 * 60_000,
  async run(t, { host_id, force, part, idle }) {
    if (idle) return { forced: false }
    const whole = force ? 'force_restart' : 'restart'
    const { row, already, connection } = await open(host_id, part ? whole : force ? 'force_off' : 'stop')
    if (already) return { forced: false }
    const name = row.internal_name
    if (!force) {
      t.progress(10, msg`Requesting a shutdown of the guest`)
      const off = await t.step('shutdown', async (signal) => {
        try {
          await (await connection(signal)).shutdownDomain(name, GRACE_MS, signal)
          return true
        } catch (fault) {
          if (fault instanceof PanelError && fault.code === 'device_rejected') return false
          throw fault
        }
      })
      if (off) return { forced: false }
    }
    t.progress(80, force ? msg`Forcing off` : msg`The guest did not shut down within 60 seconds: forcing off`)
    await t.step('destroy', async (signal) => (await connection(signal)).destroyDomain(name, signal), {
      retries: 1,
      timeoutMs: 60_000,
    })
    return { forced: true }
  },
  settle: async (t, { host_id, part, force, idle }, outcome) => {
    // Between the halves of a restart the VM is not shown as stopped.
    if (idle) return
    if (part && outcome.status === 'complete')
      return t.stepTx('release', (work) => releaseWaiting(work, host_id, HOST_STOP))
    const forcedOff = force && outcome.status === 'complete'
    await settleHost(t, host_id, { action: part ? 'host_restart' : 'host_stop', outcome, forcedOff })
  },
})

/** The umbrella over a stop and a start, which are tasks of their own for the clients that watch them and settle the VM. */
export const hostRestartTask = defineTask({
  name: 'host_restart',
  title: 'Restart virtual machine',
  input: z.object({ host_id: z.int(), parts: z.array(z.int()).default([]) }),
  locks,
  run: async () => ({}),
  settle: (t, { host_id, parts }, outcome) => endRestart(t, host_id, outcome.error?.code === 'cancelled' ? parts : []),
})
