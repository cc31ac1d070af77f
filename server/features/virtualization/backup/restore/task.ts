import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { transaction } from '../../../../db/transaction.ts'
import { PanelError, wrongState } from '../../../../domain/shared/errors.ts'
import { diskVolume } from '../../../../domain/storage/volumes.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { presentSpec } from '../../host/define-again.ts'
import { limitStarted } from '../../host/network-rules.ts'
import { settleHost } from '../../host/real-state.ts'
import { removeUnused } from '../../host/reinstall/record.ts'
import { beginRestore, hasSwitched, type Replaced, switchDisks } from '../../host/restore/record.ts'
import { nodeConnection } from '../../node/connections.ts'
import { VOLUME_MS } from '../../storage/patience.ts'
import { requireStoragesOf } from '../../storage/ready.ts'
import { arrive } from './arrive.ts'
import { contentOf, fill, lookAt } from './fill.ts'
import { writeFreshSeed } from './fresh.ts'
import { systemIn } from './system.ts'
import { forgetTracking } from './tracking.ts'
import { letGo, restoreTasks } from './use.ts'

const SMALL_MS = 60_000
/** Files of a container are unpacked and mapped to its users. */
const UNPACK_MS = 2 * 3600_000
/** The guest may bring its other disks in order; what it does to the restored ones is lost. */
const GRACE_MS = 30_000

export const hostRestoreTask = defineTask({
  name: restoreTasks.host,
  title: 'Restore a virtual machine from a backup',
  /** `fresh`: the VM was made for it, gets an identity of its own, and is started. */
  input: z.object({
    host_id: z.int(),
    disks: z.array(z.object({ disk_id: z.int(), backup_id: z.int() })),
    fresh: z.boolean(),
    /** It is started before its content is there. */
    at_once: z.boolean().default(false),
  }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 7 * 24 * 3600_000,
  async run(t, { host_id, disks: asked, fresh, at_once }) {
    const plan = await t.stepTx('begin', async (work) => {
      const backups = await work.tx.backup.findMany({ where: { id: { in: asked.map((one) => one.backup_id) } } })
      const wanted = asked.map(({ disk_id, backup_id }) => {
        const one = backups.find(({ id }) => id === backup_id)
        if (!one) throw wrongState(msg`The backup was deleted in the meantime`)
        return { disk_id, size_mib: one.size_mib }
      })
      return beginRestore(work, host_id, wanted, t.id)
    })
    const { node_id, name, disks } = plan
    const { prisma } = db()
    const on = (signal: AbortSignal) => nodeConnection(node_id, signal)
    const rowNow = () => prisma.host.findUniqueOrThrow({ where: { id: host_id } })

    t.progress(2, msg`Looking for the backup`)
    const ran = await t.step(
      'look',
      async (signal) => {
        const state = (await (await on(signal)).domain(name, signal))?.state
        await requireStoragesOf(host_id, node_id, signal)
        return state === 'running' || state === 'paused'
      },
      { timeoutMs: 20_000 },
    )
    await t.step(
      'index',
      async (signal) => {
        for (const { backup_id } of asked) await lookAt(backup_id, signal)
      },
      { retries: 1, timeoutMs: 5 * SMALL_MS },
    )
    for (const [n, { disk_id, path, size_mib }] of disks.entries()) {
      const backup_id = asked[n]?.backup_id ?? 0
      await t.step(
        `volume_${disk_id}`,
        async (signal) =>
          (await on(signal)).createVolume({ path, size_mib, backing: null, ...(at_once && { served: true }) }, signal),
        { timeoutMs: VOLUME_MS },
      )
      if (at_once) continue
      const share = 75 / disks.length
      await t.step(
        `content_${disk_id}`,
        async (signal) =>
          fill(await on(signal), { backup_id, path }, signal, (bytes, of) =>
            t.progress(5 + share * (n + bytes / Math.max(1, of)), msg`Writing the content of the backup`),
          ),
        { retries: 2, backoffMs: 5000 },
      )
    }
    t.progress(80, msg`Stopping`)
    await t.step('stop', async (signal) => stop(await on(signal), name, signal), {
      undo: async (_, signal) => startFormer(host_id, disks, ran, signal),
      undoUnfinished: true,
      retries: 1,
      timeoutMs: 2 * SMALL_MS,
    })
    await t.step('forget', async (signal) => forgetCheckpoints(await on(signal), name, disks, signal), {
      retries: 1,
      timeoutMs: SMALL_MS,
    })
    const system = await t.step('system', () => systemIn(asked[0]?.backup_id ?? 0))
    // From here on the VM has the restored disks, whatever comes: a task that goes on elsewhere goes on with them.
    await t.stepTx('switch', async (work) => {
      await switchDisks(work, host_id, disks, system)
      await forgetTracking(
        work,
        disks.map(({ disk_id }) => disk_id),
      )
    })
    t.progress(85, msg`Putting the restored disks in their place`)
    if (fresh)
      await t.step('seed', async (signal) => writeFreshSeed(await on(signal), host_id, t.id, signal), {
        retries: 3,
        timeoutMs: SMALL_MS,
      })
    if (at_once) {
      const served = disks.map(({ path, target_dev }, n) => ({ path, target_dev, backup_id: asked[n]?.backup_id ?? 0 }))
      await t.step(
        'arrive',
        async (signal) => {
          const node = await on(signal)
          const spec = await presentSpec(await rowNow(), node_id)
          const begun = (now: AbortSignal) => limitStarted(host_id, now)
          const progress = (share: number) => t.progress(10 + 80 * share, msg`The VM runs while its content arrives`)
          await arrive(node, { spec, served, begun }, signal, progress)
          return true
        },
        {
          // What the guest has written would be lost with it, so it is waited for.
          retries: 10_000,
          backoffMs: 2_000,
          undo: async (arrived, signal) => {
            if (arrived) return
            const node = await on(signal)
            await node.destroyDomain(name, signal)
            await node.releaseVolumes(
              name,
              served.map(({ path }) => path),
              signal,
            )
          },
          undoUnfinished: true,
        },
      )
    }
    const isContainer = (await contentOf(asked[0]?.backup_id ?? 0)) === 'archive'
    await t.step(
      'define',
      async (signal) => {
        const node = await on(signal)
        const spec = await presentSpec(await rowNow(), node_id)
        // A container is made anew of its files, in the place of the present one.
        if (isContainer) await node.replaceDomain(spec, signal)
        else await node.defineDomain(spec, signal)
      },
      { retries: 3, timeoutMs: isContainer ? UNPACK_MS : SMALL_MS },
    )
    const started = ran || fresh
    if (started) {
      t.progress(95, msg`Starting`)
      await t.step(
        'start',
        async (signal) => {
          await (await on(signal)).startDomain(name, signal)
          await limitStarted(host_id, signal)
        },
        { retries: 3, timeoutMs: SMALL_MS },
      )
    }
    return { started }
  },
  async settle(t, { host_id }, outcome) {
    if (outcome.started) await t.step('clear_away', (signal) => removeUnused(host_id, signal), { timeoutMs: SMALL_MS })
    await t.stepTx('let_go', (work) => letGo(work, t.id))
    const started = outcome.status === 'complete' && (outcome.output as { started?: boolean })?.started === true
    await settleHost(t, host_id, { action: 'host_restore', outcome, started })
  },
})

async function stop(node: NodeConnection, name: string, signal: AbortSignal) {
  try {
    await node.shutdownDomain(name, GRACE_MS, signal)
  } catch (fault) {
    if (!(fault instanceof PanelError) || fault.code !== 'device_rejected') throw fault
  }
  await node.destroyDomain(name, signal)
}

/** Notes of changes are in the volumes that go; the hypervisor keeps names of its own. */
const forgetCheckpoints = (node: NodeConnection, name: string, disks: readonly Replaced[], signal: AbortSignal) =>
  node.forgetCheckpoints(
    name,
    disks.map(({ old_path, target_dev }) => ({ ...diskVolume(old_path), target_dev })),
    signal,
  )

/** Unless the restored disks are in their place already, the VM runs again if it ran. */
async function startFormer(host_id: number, disks: readonly Replaced[], ran: boolean, signal: AbortSignal) {
  if (!ran || (await transaction((work) => hasSwitched(work, disks)))) return
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  if (row.node_id === null) return
  await (await nodeConnection(row.node_id, signal)).startDomain(row.internal_name, signal)
  await limitStarted(host_id, signal)
}
