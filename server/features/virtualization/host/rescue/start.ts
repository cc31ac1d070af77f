import { Prisma } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { Rescue } from '../../../../domain/host/rescue.ts'
import { msg } from '../../../../shared/text.ts'
import type { TaskContext } from '../../../../tasks/define.ts'
import { requireImage } from '../../image/base.ts'
import { nodeConnection } from '../../node/connections.ts'
import { imagePath, largestMib } from '../../os/image.ts'
import { hostChanged } from '../claim.ts'
import { hostFolder, rescueDiskPath, rescueSeedPath } from '../files.ts'
import { isGuestKey } from '../guest-key.ts'
import { limitStarted } from '../network-rules.ts'
import { passwordIfAny } from '../passwords.ts'
import { makeSeed } from '../seed.ts'
import { seedInput } from '../seed-input.ts'
import { begin, specOf, switchOff } from './begin.ts'
import type { Switched } from './task.ts'

const SMALL = 60_000

type Wanted = { host_id: number; os_id: number; copy: number | null }

/** Starts a VM from a disk of the rescue system, with its own disks behind it. Its own system is off for as short as can be. */
export async function startRescue(t: TaskContext, { host_id, os_id, copy }: Wanted): Promise<Switched> {
  const begun = await begin(t, host_id, 'rescue_on')
  if (begun.already) return { already: true, started: false }
  const { node_id } = begun
  const { prisma } = db()
  const row = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const [home, system, folder] = await Promise.all([
    prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } }),
    prisma.os.findUniqueOrThrow({ where: { id: os_id } }),
    hostFolder(row),
  ])
  const [path, seed] = [rescueDiskPath(folder, row), rescueSeedPath(folder, row)]
  const node = (signal: AbortSignal) => nodeConnection(node_id, signal)
  const rescue: Rescue = { system: system.name, login_user: system.login_user, efi_boot: system.efi_boot }

  t.progress(5, msg`Looking for the system image`)
  await t.step('image', async (signal) => {
    await requireImage(system, node_id, copy)
    await (await node(signal)).domain(row.internal_name, signal)
  })
  t.progress(15, msg`Preparing the rescue system`)
  await t.step(
    'disk',
    async (signal) => {
      const connection = await node(signal)
      // What an earlier rescue has left is not gone on with.
      await connection.deleteFile(path, signal)
      const backing = { path: imagePath(home.os_storage_path, system), format: system.format as 'qcow2' | 'raw' }
      const size_mib = largestMib(system)
      await connection.createVolume({ path, size_mib, backing }, signal)
    },
    {
      undo: async (_, signal) => (await node(signal)).deleteFile(path, signal),
      undoUnfinished: true,
      timeoutMs: 10 * 60_000,
    },
  )
  await t.step(
    'seed',
    async (signal) => {
      const { ssh_keys, ...input } = await seedInput(
        { ...row, os_id, os_group: system.os_group },
        home,
        await passwordIfAny(t.id),
      )
      const files = makeSeed({
        ...input,
        // No scripts run in it.
        ssh_keys: ssh_keys.filter((line) => !isGuestKey(line)),
        instance_id: `${row.uuid}-rescue-${t.id}`,
        name: `rescue-${row.name}`,
        domain: null,
        login_user: system.login_user,
      })
      await (await node(signal)).writeSeed(seed, files, signal)
    },
    {
      undo: async (_, signal) => (await node(signal)).deleteFile(seed, signal),
      undoUnfinished: true,
      timeoutMs: SMALL,
    },
  )
  t.progress(30, msg`Requesting a shutdown of the guest`)
  await switchOff(t, row, begun)
  await t.stepTx('note', (work) => noteRescue(work, host_id, rescue), {
    undo: (work) => noteRescue(work, host_id, null),
  })
  t.progress(70, msg`Starting the rescue system`)
  await t.step('define', async (signal) => (await node(signal)).defineDomain(await specOf(host_id, rescue), signal), {
    undo: async (_, signal) => (await node(signal)).defineDomain(await specOf(host_id, null), signal),
    undoUnfinished: true,
    timeoutMs: SMALL,
  })
  await t.step('start', async (signal) => (await node(signal)).startDomain(row.internal_name, signal), {
    undo: async (_, signal) => (await node(signal)).destroyDomain(row.internal_name, signal),
    undoUnfinished: true,
    timeoutMs: SMALL,
  })
  await t.step('limits', (signal) => limitStarted(host_id, signal), { retries: 1, timeoutMs: SMALL })
  return { already: false, started: true }
}

/** Writes into the record which rescue system a VM starts; null: its own system. */
export async function noteRescue(work: Work, host_id: number, rescue: Rescue | null): Promise<void> {
  const row = await work.tx.host.update({
    where: { id: host_id },
    data: { rescue: rescue ?? Prisma.DbNull, version: { increment: 1 } },
  })
  hostChanged(work, row)
}
