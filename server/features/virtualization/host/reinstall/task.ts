import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { PanelError, wrongState } from '../../../../domain/shared/errors.ts'
import { settleAll } from '../../../../shared/settle-all.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { baseOf } from '../../image/base.ts'
import { nodeConnection } from '../../node/connections.ts'
import { VOLUME_MS, VOLUME_TASK_MS } from '../../storage/patience.ts'
import { requireStoragesOf } from '../../storage/ready.ts'
import { presentSpec } from '../define-again.ts'
import { limitStarted } from '../network-rules.ts'
import { passwordIfAny } from '../passwords.ts'
import { settleHost } from '../real-state.ts'
import { makeSeed } from '../seed.ts'
import { seedInput } from '../seed-input.ts'
import { dropCaptures } from '../snapshot/forget.ts'
import { beginReinstall, removeUnused, switchOver } from './record.ts'

const SMALL_MS = 60_000
/** The guest may bring its other disks in order; what it does to the main one is lost. */
const GRACE_MS = 30_000

export const hostReinstallTask = defineTask({
  name: 'host_reinstall',
  title: 'Reinstall virtual machine',
  /** `copy`: the task that brings the image to the node, null when it is there already. */
  input: z.object({
    host_id: z.int(),
    os_id: z.int().nullable(),
    image_id: z.int().nullable().default(null),
    copy: z.int().nullable(),
  }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: VOLUME_TASK_MS,
  async run(t, { host_id, os_id, image_id, copy }) {
    const next = await t.stepTx('begin', (work) => beginReinstall(work, host_id, t.id))
    const { prisma } = db()
    const row = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const { node_id, internal_name: name } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    const home = await prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
    const base = await baseOf({ os_id, image_id, image_name: image_id === null ? null : '' }, home, node_id)
    const { system } = base
    const on = (signal: AbortSignal) => nodeConnection(node_id, signal)

    t.progress(5, msg`Looking for the system image`)
    const ran = await t.step(
      'image',
      async (signal) => {
        await base.require(node_id, copy)
        const state = (await (await on(signal)).domain(name, signal))?.state
        await requireStoragesOf(host_id, node_id, signal)
        return state === 'running' || state === 'paused'
      },
      { timeoutMs: 20_000 },
    )
    t.progress(15, msg`Making the new disk`)
    const volume = {
      path: next.disk_path,
      size_mib: next.size_mib,
      ...base.below(false),
    }
    const { login_user, os_group } = system
    const installed = { ...row, instance: next.instance, os_id, os_group, login_user }
    await settleAll([
      t.step('disk', async (signal) => (await on(signal)).createVolume(volume, signal), {
        retries: 1,
        timeoutMs: VOLUME_MS,
      }),
      t.step(
        'seed',
        async (signal) => {
          const seed = makeSeed(await seedInput(installed, home, await passwordIfAny(t.id)))
          await (await on(signal)).writeSeed(next.seed_path, seed, signal)
        },
        { retries: 1, timeoutMs: SMALL_MS },
      ),
    ])
    t.progress(50, msg`Stopping the present system`)
    await t.step('stop', async (signal) => stop(await on(signal), name, signal), {
      undo: async (_, signal) => startOld(host_id, next.instance, ran, signal),
      undoUnfinished: true,
      retries: 1,
      timeoutMs: 2 * SMALL_MS,
    })
    // From here on the VM has the new system, whatever comes: a task that goes on elsewhere goes on with it.
    const captures = await t.stepTx('switch', (work) => switchOver(work, host_id, system, next))
    t.progress(70, msg`Putting the new system in its place`)
    await t.step(
      'define',
      async (signal) => {
        // Saved state, snapshots and firmware variables belong to the old system.
        const now = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
        await (await on(signal)).replaceDomain(await presentSpec(now, node_id), signal)
      },
      { retries: 3, timeoutMs: SMALL_MS },
    )
    if (captures.length > 0)
      await t.step('snapshots', async (signal) => dropCaptures(await on(signal), name, captures, signal), {
        retries: 3,
        timeoutMs: 10 * SMALL_MS,
      })
    t.progress(85, msg`Starting`)
    await t.step(
      'start',
      async (signal) => {
        await (await on(signal)).startDomain(name, signal)
        await limitStarted(host_id, signal)
      },
      { retries: 3, timeoutMs: SMALL_MS },
    )
    return { os: system.name }
  },
  async settle(t, { host_id }, outcome) {
    if (outcome.started) await t.step('clear_away', (signal) => removeUnused(host_id, signal), { timeoutMs: SMALL_MS })
    const started = outcome.status === 'complete'
    await settleHost(t, host_id, { action: 'host_reinstall', outcome, started })
  },
})

async function stop(node: Awaited<ReturnType<typeof nodeConnection>>, name: string, signal: AbortSignal) {
  try {
    await node.shutdownDomain(name, GRACE_MS, signal)
  } catch (fault) {
    if (!(fault instanceof PanelError) || fault.code !== 'device_rejected') throw fault
  }
  await node.destroyDomain(name, signal)
}

/** Unless the new system is in its place already, the old one runs again if it ran. */
async function startOld(host_id: number, instance: number, ran: boolean, signal: AbortSignal) {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  if (!ran || row.node_id === null || row.instance === instance) return
  await (await nodeConnection(row.node_id, signal)).startDomain(row.internal_name, signal)
  await limitStarted(host_id, signal)
}
