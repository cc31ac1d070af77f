import type { disk, host } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { stored } from '../../../../db/sentences.ts'
import type { Work } from '../../../../db/transaction.ts'
import { deviceRejected, wrongState } from '../../../../domain/shared/errors.ts'
import { changed } from '../../../../events/changes.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask, type SettleContext, type TaskContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { holdVolume } from '../../storage/hold.ts'
import { VOLUME_MS, VOLUME_TASK_MS } from '../../storage/patience.ts'
import { requireStorage } from '../../storage/ready.ts'
import { hostChanged } from '../claim.ts'
import { presentSpec } from '../define-again.ts'
import { judge } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { pathOf } from './storage.ts'
import { type DiskChange, diskChangeInput } from './task-input.ts'

const LOOK_MS = 20_000
/** A guest may take fifteen seconds to give a disk back. */
const NODE_MS = 60_000
/** A node that does not answer is not waited for a second time. */
const BACK_MS = 10_000

export const diskChangeTask = defineTask({
  name: 'disk_change',
  title: 'Change the disks of a virtual machine',
  input: diskChangeInput,
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: VOLUME_TASK_MS,
  async run(t, input) {
    const { host_id, disk_id, change } = input
    const { row } = await judge(host_id, 'disks')
    const { node_id } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    const one = await db().prisma.disk.findUniqueOrThrow({ where: { id: disk_id } })
    // A node that is away is found out before there is anything to undo.
    await t.step(
      'look',
      async (signal) => {
        await (await nodeConnection(node_id, signal)).domain(row.internal_name, signal)
        if (change === 'add') await requireStorage(one.storage_id, node_id, signal)
      },
      { timeoutMs: LOOK_MS },
    )
    if (change === 'add') await makeVolume(t, one, row, node_id)
    if (change === 'attach') {
      const volume = { storage_id: one.storage_id, cluster_id: one.cluster_id, path: await pathOf(one, row) }
      await t.step('hold', (signal) => holdVolume(volume, node_id, signal), { retries: 1, timeoutMs: NODE_MS })
    }
    t.progress(50, msg`Changing the disks of the VM on its node`)
    const why = await t.step('disks', async (signal) => worded(await apply(row, node_id, input, signal)), {
      retries: 1,
      timeoutMs: NODE_MS,
    })
    // The guest still writes to it: it cannot be given to anybody else.
    if (change === 'detach' && why !== null)
      throw deviceRejected(
        msg`The disk stays with the VM, which did not give it back: unmount it in the guest, or shut down the VM`,
      )
    t.progress(90)
    await t.stepTx('finish', async (work) => {
      const end = ended(one, await pathOf(one, row), change)
      await work.tx.disk.update({ where: { id: disk_id }, data: { ...end, version: { increment: 1 } } })
      await noteWaits(work, host_id, why !== null || change === 'edit')
      diskChanged(work, one)
    })
    return { waits: why }
  },
  async settle(t, input, outcome) {
    if (outcome.status !== 'complete') await takeBack(t, input, outcome.started)
    await settleHost(t, input.host_id, { action: 'disk_change', outcome })
  },
})

/** What a disk is when its change has ended well. */
const ended = (one: disk, path: string, change: DiskChange['change']) => ({
  state: 'active',
  path,
  ...(change === 'detach' && { host_id: null, target_dev: null, boot_order: 1, is_main: false }),
  ...(change === 'edit' && { path: one.path }),
})

async function makeVolume(t: TaskContext, one: disk, row: host, node_id: number) {
  t.progress(10, msg`Creating the disk`)
  const path = await pathOf(one, row)
  await t.step(
    'volume',
    async (signal) =>
      (await nodeConnection(node_id, signal)).createVolume({ path, size_mib: one.size_mib, backing: null }, signal),
    {
      undo: async (_, signal) => (await nodeConnection(node_id, signal)).deleteFile(path, signal),
      undoUnfinished: true,
      timeoutMs: VOLUME_MS,
    },
  )
}

/** Defines the VM with the disks that it is to have, and gives them to it while it runs. */
async function apply(row: host, node_id: number, { disk_id, change }: DiskChange, signal: AbortSignal) {
  const spec = await presentSpec(row, node_id, {
    with: change === 'add' || change === 'attach' ? disk_id : null,
    without: change === 'detach' ? disk_id : null,
  })
  const node = await nodeConnection(node_id, signal)
  // The order of booting is that of a start.
  if (change !== 'edit') return node.changeDisks(spec, signal)
  await node.defineDomain(spec, signal)
  return null
}

const worded = (text: Parameters<typeof stored>[0] | null) => (text === null ? null : stored(text))

async function noteWaits(work: Work, host_id: number, waits: boolean) {
  const row = await work.tx.host.findUnique({ where: { id: host_id } })
  if (!row) return
  const others = row.waits_for_start.filter((field) => field !== 'disks')
  await work.tx.host.update({
    where: { id: host_id },
    data: {
      waits_for_start: waits && row.state === 'active' ? [...others, 'disks'] : others,
      version: { increment: 1 },
    },
  })
  hostChanged(work, row)
}

/** Takes a change back that did not take place: from the records, and from the node where it may be half done. */
async function takeBack(t: SettleContext, { host_id, disk_id, change, before }: DiskChange, started: boolean) {
  await t.stepTx('take_back', async (work) => {
    const one = await work.tx.disk.findUnique({ where: { id: disk_id } })
    if (!one) return
    for (const { id, ...link } of before) await work.tx.disk.updateMany({ where: { id, host_id }, data: link })
    if (change === 'add') await work.tx.disk.delete({ where: { id: disk_id } })
    else if (change === 'attach')
      await work.tx.disk.update({
        where: { id: disk_id },
        data: { state: 'active', host_id: null, target_dev: null, boot_order: 1, is_main: false },
      })
    else await work.tx.disk.update({ where: { id: disk_id }, data: { state: 'active' } })
    diskChanged(work, one)
  })
  if (started)
    await t.step('disks_back', async (signal) => {
      const row = await db().prisma.host.findUnique({ where: { id: host_id } })
      if (!row || row.node_id === null) return
      try {
        const bound = AbortSignal.any([signal, AbortSignal.timeout(BACK_MS)])
        await (await nodeConnection(row.node_id, bound)).changeDisks(await presentSpec(row, row.node_id), bound)
      } catch (err) {
        t.log.warn({ err, host: host_id }, 'disks not taken back on the node')
      }
    })
}

/** Tells screens and clients of a change of a disk, whichever VM it has. */
export const diskChanged = (
  work: Work,
  { id, account_id }: Pick<disk, 'id' | 'account_id'>,
  event: 'create' | 'update' | 'delete' = 'update',
) => changed(work, { entity: 'disk', entity_id: id, event, account_id, data: {} })
