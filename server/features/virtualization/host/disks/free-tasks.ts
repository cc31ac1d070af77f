import { z } from 'zod'
import type { disk } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import { backupFate } from '../../../../domain/backup/fate.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask, type SettleContext, type TaskContext } from '../../../../tasks/define.ts'
import { deleteBackupsOf } from '../../backup/fate.ts'
import { nodeConnection } from '../../node/connections.ts'
import { VOLUME_MS, VOLUME_TASK_MS } from '../../storage/patience.ts'
import { requireStorage } from '../../storage/ready.ts'
import { pathOf } from './storage.ts'
import { diskChanged } from './tasks.ts'

const input = z.object({ disk_id: z.int() })
const locks = ({ disk_id }: { disk_id: number }) => [`disk:${disk_id}`]
const LOOK_MS = 20_000
/** No domain is called so: the node works on the file. */
const NO_DOMAIN = 'no_vm'

/** A disk without a VM, and what its node has to be told of it. */
async function read(disk_id: number) {
  const one = await db().prisma.disk.findUniqueOrThrow({ where: { id: disk_id } })
  const { node_id } = one
  if (node_id === null) throw wrongState(msg`The node of the disk was removed`)
  const node = (signal: AbortSignal) => nodeConnection(node_id, signal)
  return { one, path: await pathOf(one, null), node }
}

/** A node that is away is found out before there is anything to undo. */
const look = (t: TaskContext, node: (signal: AbortSignal) => Promise<NodeConnection>) =>
  t.step('look', async (signal) => void (await (await node(signal)).domain(NO_DOMAIN, signal)), { timeoutMs: LOOK_MS })

async function end(work: Work, disk_id: number, data: Partial<disk>) {
  const one = await work.tx.disk.update({ where: { id: disk_id }, data: { ...data, version: { increment: 1 } } })
  diskChanged(work, one)
}

export const freeDiskCreateTask = defineTask({
  name: 'disk_create',
  title: 'Create a disk',
  input,
  locks,
  timeoutMs: VOLUME_TASK_MS,
  async run(t, { disk_id }) {
    const { one, path, node } = await read(disk_id)
    await look(t, node)
    const volume = { path, size_mib: one.size_mib, backing: null }
    await t.step('storage', (signal) => requireStorage(one.storage_id, one.node_id ?? 0, signal), {
      timeoutMs: LOOK_MS,
    })
    await t.step('volume', async (signal) => (await node(signal)).createVolume(volume, signal), {
      undo: async (_, signal) => (await node(signal)).deleteFile(path, signal),
      undoUnfinished: true,
      timeoutMs: VOLUME_MS,
    })
    await t.stepTx('finish', (work) => end(work, disk_id, { state: 'active', path }))
  },
  /** One that could not be made is gone; the task says why. */
  async settle(t, { disk_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('forget', (work) => forget(work, disk_id))
  },
})

async function forget(work: Work, disk_id: number) {
  const one = await work.tx.disk.findUnique({ where: { id: disk_id } })
  if (!one) return
  await work.tx.disk.delete({ where: { id: disk_id } })
  diskChanged(work, one, 'delete')
}

export const freeDiskDeleteTask = defineTask({
  name: 'disk_delete',
  title: 'Delete a disk',
  /** `force`: the node is not asked. `backups_of`: only those of this account go with it. */
  input: input.extend({
    force: z.boolean().default(false),
    backups: backupFate,
    backups_of: z.int().nullable().default(null),
  }),
  locks,
  timeoutMs: 15 * 60_000,
  async run(t, { disk_id, force, backups, backups_of }) {
    const one = await db().prisma.disk.findUniqueOrThrow({ where: { id: disk_id } })
    // What was on a node that was removed went with it.
    if (one.node_id !== null && !force) {
      const { path, node } = await read(disk_id)
      await look(t, node)
      await t.step('file', async (signal) => (await node(signal)).deleteFile(path, signal), { retries: 2 })
    }
    await t.stepTx('forget', async (work) => {
      if (backups === 'delete') await deleteBackupsOf(work, { disk_id, account_id: backups_of })
      await forget(work, disk_id)
    })
  },
  async settle(t, { disk_id }, outcome) {
    if (outcome.status !== 'complete') await backToActive(t, disk_id, {})
  },
})

export const freeDiskGrowTask = defineTask({
  name: 'disk_grow',
  title: 'Grow a disk',
  input: input.extend({ size_mib: z.int() }),
  locks,
  timeoutMs: VOLUME_TASK_MS,
  async run(t, { disk_id, size_mib }) {
    const { path, node } = await read(disk_id)
    await look(t, node)
    const place = { path, target_dev: '' }
    const grown = await t.step(
      'grow',
      async (signal) => (await node(signal)).growDisk(NO_DOMAIN, place, size_mib, signal),
      { retries: 2, timeoutMs: VOLUME_MS },
    )
    await t.stepTx('finish', (work) =>
      end(work, disk_id, { state: 'active', size_mib: grown.size_mib, size_mib_new: null }),
    )
  },
  async settle(t, { disk_id }, outcome) {
    if (outcome.status !== 'complete') await backToActive(t, disk_id, { size_mib_new: null })
  },
})

/** Clients wait for the task of every change: this one ends at once. */
export const freeDiskNothingTask = defineTask({
  name: 'disk_edit',
  title: 'Change a disk',
  input,
  locks: () => [],
  timeoutMs: 60_000,
  run: async () => ({ already: true }),
})

const backToActive = (t: SettleContext, disk_id: number, data: Partial<disk>) =>
  t.stepTx('back', async (work) => {
    if (await work.tx.disk.findUnique({ where: { id: disk_id } }))
      await end(work, disk_id, { state: 'active', ...data })
  })
