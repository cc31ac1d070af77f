import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { isFiltered } from './domain-spec.ts'
import { renewFilters } from './filters.ts'
import { settleHost } from './real-state.ts'

/** How long a guest may take to power itself off before the plug is pulled. */
export const GRACE_MS = 60_000

/** Part of a restart: the umbrella task frees the machine, this one does not. */
const input = z.object({ host_id: z.int(), part: z.boolean().default(false), force: z.boolean().default(false) })
const locks = ({ host_id }: { host_id: number }) => [`host:${host_id}`]

async function open(t: TaskContext, host_id: number) {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  if (row.node_id === null) throw new PanelError('wrong_state', 'The machine has no node')
  const node_id = row.node_id
  return { row, connection: () => nodeConnection(node_id, t.signal) }
}

export const hostStartTask = defineTask({
  name: 'host_start',
  title: 'Start virtual machine',
  input,
  locks,

  timeoutMs: 5 * 60_000,
  async run(t, { host_id }) {
    const { row, connection } = await open(t, host_id)
    if (isFiltered(row))
      await t.step('filter', (signal) => renewFilters(host_id, signal), { retries: 1, timeoutMs: 60_000 })
    t.progress(20, 'Starting')
    await t.step('start', async (signal) => (await connection()).startDomain(row.internal_name, signal), {
      retries: 1,
      timeoutMs: 60_000,
    })
  },
  settle: async (t, { host_id, part }, outcome) => {
    if (!part) await settleHost(t, host_id, 'host_start', outcome)
  },
})

export const hostStopTask = defineTask({
  name: 'host_stop',
  title: 'Stop virtual machine',
  input,
  locks,

  timeoutMs: 10 * 60_000,
  async run(t, { host_id, force }) {
    const { row, connection } = await open(t, host_id)
    const name = row.internal_name
    if (!force) {
      t.progress(10, 'Asking the guest to power off')
      const off = await t.step('shutdown', async (signal) => {
        try {
          await (await connection()).shutdownDomain(name, GRACE_MS, signal)
          return true
        } catch (fault) {
          if (fault instanceof PanelError && fault.code === 'device_rejected') return false
          throw fault
        }
      })
      if (off) return { forced: false }
    }
    t.progress(80, force ? 'Pulling the plug' : 'The guest did not power off in a minute: pulling the plug')
    await t.step('destroy', async (signal) => (await connection()).destroyDomain(name, signal), {
      retries: 1,
      timeoutMs: 60_000,
    })
    return { forced: true }
  },
  settle: async (t, { host_id, part }, outcome) => {
    if (!part) await settleHost(t, host_id, 'host_stop', outcome)
  },
})

/** The umbrella over a stop and a start, which are tasks of their own for the clients that watch them. */
export const hostRestartTask = defineTask({
  name: 'host_restart',
  title: 'Restart virtual machine',
  input: z.object({ host_id: z.int() }),
  locks,
  run: async () => ({}),
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, 'host_restart', outcome),
})
