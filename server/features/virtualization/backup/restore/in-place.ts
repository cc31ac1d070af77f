import type { backup, disk, host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { invalidField, notFound, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { claimHost, ownHost, queueHostTask } from '../../host/claim.ts'
import { takeQuotaForSize } from '../../host/given-quota.ts'
import { makeRoom } from '../../host/placement.ts'
import { requireNoSnapshots } from '../../host/restore/record.ts'
import { restoreFreeDisk } from './free-disk.ts'
import { hostRestoreTask } from './task.ts'
import { backupToRestore, hold, readable, requireDisk, requireKind } from './use.ts'

type Pair = { backup: backup; disk: disk }

/** Accepts that a VM gets back all disks that were backed up at the moment of a backup. */
export async function restoreHost(ctx: Context, id: number, backup_id: number) {
  return ctx.mutate(async (work) => {
    const known = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (!known) throw notFound(msg`VM`, id)
    const one = await backupToRestore(work, ctx.actor, backup_id)
    if (one.host_id !== id) throw invalidField('backup', msg`it is a backup of another VM: restore it as a new one`)
    const together = await work.tx.backup.findMany({
      where: { run_id: one.run_id, host_id: id, deleted_at: null, state: { in: [...readable] } },
      orderBy: [{ is_main: 'desc' }, { id: 'asc' }],
    })
    return restore(work, ctx, known, await pairsOf(work, id, together))
  })
}

/** Accepts that a disk gets the content of a backup of it; the VM that it belongs to has its other disks as they are. */
export async function restoreDisk(ctx: Context, id: number, backup_id: number) {
  return ctx.mutate(async (work) => {
    const owner = ctx.actor.isAdmin ? {} : { account_id: ctx.actor.account_id }
    const known = await work.tx.disk.findFirst({ where: { id, ...owner } })
    if (!known) throw notFound(msg`Disk`, id)
    const one = await backupToRestore(work, ctx.actor, backup_id)
    if (one.disk_id !== id) throw invalidField('backup', msg`it is a backup of another disk: restore it as a new one`)
    requireDisk(one)
    if (known.host_id === null) return restoreFreeDisk(work, ctx, known, one)
    const row = await work.tx.host.findUniqueOrThrow({ where: { id: known.host_id } })
    return { ...(await restore(work, ctx, row, [{ backup: one, disk: known }])), id }
  })
}

/** The present disks of a VM with their backups. @throws PanelError `wrong_state` naming disks that are gone */
async function pairsOf(work: Work, host_id: number, backups: readonly backup[]): Promise<Pair[]> {
  const disks = await work.tx.disk.findMany({ where: { host_id } })
  const missing = backups.filter(({ disk_id }) => !disks.some(({ id }) => id === disk_id))
  if (missing.length > 0)
    throw wrongState(
      msg`Disks of the backup no longer belong to the VM: ${missing.map((one) => one.disk_name).join(', ')}. Restore the others one by one, or all as a new VM`,
      'disks',
    )
  return backups.flatMap((one) => {
    const disk = disks.find(({ id }) => id === one.disk_id)
    return disk ? [{ backup: one, disk }] : []
  })
}

async function restore(work: Work, ctx: Context, known: host, pairs: readonly Pair[]) {
  await requireKind(
    work,
    known,
    pairs.map(({ backup }) => backup),
  )
  const growth = pairs.reduce((sum, { backup, disk }) => sum + Math.max(0, backup.size_mib - present(disk)), 0)
  // Before the row of the VM is held: accounts are locked first.
  if (growth > 0) await takeQuotaForSize(work, known.id, {}, growth)
  const { row } = await claimHost(work, ctx, known.id, 'restore')
  const disk_ids = pairs.map(({ disk }) => disk.id)
  await requireNoSnapshots(work, row.id, disk_ids)
  const busy = pairs.find(({ disk }) => disk.state !== 'active')
  if (busy) throw wrongState(msg`The disk ${busy.disk.name} is being changed: wait until this has finished`)
  await makeRoomFor(work, ctx, row, pairs)
  const task = await queueHostTask(work, ctx, row, {
    definition: hostRestoreTask,
    input: {
      host_id: row.id,
      disks: pairs.map(({ backup, disk }) => ({ disk_id: disk.id, backup_id: backup.id })),
      fresh: false,
    },
    params: {
      backup: pairs[0]?.backup.name,
      disks: pairs.map(({ disk }) => disk.name).join(', '),
    },
  })
  await hold(
    work,
    pairs.map(({ backup }) => backup.id),
    task.id,
  )
  return { id: row.id, task: task.consul_id }
}

const present = ({ size_mib, size_mib_new }: disk) => Math.max(size_mib, size_mib_new ?? 0)

/** Old and new volumes are there side by side until the end. */
async function makeRoomFor(work: Work, ctx: Context, { cluster_id, node_id }: host, pairs: readonly Pair[]) {
  if (node_id === null) return
  const places = new Map<number, number>()
  for (const { backup, disk } of pairs)
    places.set(disk.storage_id, (places.get(disk.storage_id) ?? 0) + Math.max(backup.size_mib, present(disk)))
  for (const [storage_id, hdd_mib] of places) {
    const more = { cpu_number: 0, ram_mib: 0, hdd_mib }
    await makeRoom(work, { cluster_id, node_id, storage_id, more, explain: ctx.actor.isAdmin })
  }
}
