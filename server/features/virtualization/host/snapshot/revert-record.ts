import { db } from '../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { requireNotRead } from '../../backup/reading.ts'
import { hostChanged } from '../claim.ts'
import { judgeRow } from '../judge.ts'
import { cancelWaiting } from '../resources/waiting.ts'
import { captureOf, keptDisks, presentDisks, requireDisks } from './kept.ts'

/** Checks a revert when its task begins, and returns what it needs. */
export async function beginRevert(work: Work, host_id: number, snapshot_id: number) {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  const snapshot = await work.tx.snapshot.findUnique({ where: { id: snapshot_id } })
  if (snapshot?.state !== 'ok') throw wrongState(msg`The snapshot was deleted in the meantime`)
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  judgeRow(row, snapshot.with_ram ? 'snapshot_resume' : 'snapshot_revert')
  await requireNotRead(work, host_id)
  const disks = keptDisks(snapshot)
  requireDisks(disks, await presentDisks(work, row))
  const runs = row.state === 'active'
  return {
    node_id: row.node_id,
    name: row.internal_name,
    crashed: row.state === 'crashed',
    runs,
    /** A snapshot with memory is of a running VM. */
    starts: runs || snapshot.with_ram,
    disks,
    capture: captureOf(snapshot),
    devices: snapshot.devices,
  }
}

type DiskSizes = { id: number; size_mib: number; size_mib_new: number | null }[]

export const sizesNow = (host_id: number): Promise<DiskSizes> =>
  db().prisma.disk.findMany({ where: { host_id }, select: { id: true, size_mib: true, size_mib_new: true } })

/** Stores the sizes of disks that were read back, by the ids of the disks. */
export async function noteSizes(work: Work, host_id: number, sizes: Readonly<Record<string, number>>): Promise<void> {
  for (const [id, size_mib] of Object.entries(sizes))
    await work.tx.disk.updateMany({
      where: { id: Number(id), host_id },
      data: { size_mib, size_mib_new: null, version: { increment: 1 } },
    })
}

export async function takeSizesBack(work: Work, was: DiskSizes): Promise<void> {
  for (const { id, ...sizes } of was)
    await work.tx.disk.updateMany({ where: { id }, data: { ...sizes, version: { increment: 1 } } })
}

/** The present comes from the snapshot; changes that waited for a stop were for the state that is gone. */
export async function finishRevert(
  work: Work,
  host_id: number,
  snapshot_id: number,
  { task, resumed }: { task: number; resumed: boolean },
): Promise<void> {
  await lockRow(work, 'host', host_id)
  await cancelWaiting(work, host_id)
  await work.tx.snapshot.updateMany({ where: { host_id, is_curr: true }, data: { is_curr: false } })
  await work.tx.snapshot.update({ where: { id: snapshot_id }, data: { is_curr: true } })
  await work.sql(
    `update host_history set params = params || jsonb_build_object('resumed', $2::boolean) where task = $1::int returning id`,
    [task, resumed],
  )
  hostChanged(work, await work.tx.host.findUniqueOrThrow({ where: { id: host_id } }))
}

type Before = { cpu_number_new: number | null; ram_mib_new: number | null }

/** The size that was to come with a revert which has failed. */
export const takeBack = (work: Work, host_id: number, before: Before) =>
  work.tx.host.updateMany({ where: { id: host_id }, data: before })
