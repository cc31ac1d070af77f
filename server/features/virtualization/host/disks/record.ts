import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import { log } from '../../../../process/log.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostChanged } from '../claim.ts'
import { placeOf } from './place.ts'

const READ_TIMEOUT_MS = 10_000

/** Size of a disk in MiB as its node reports it; null when that does not answer. */
export async function readDiskSize(id: number, signal: AbortSignal): Promise<number | null> {
  const { prisma } = db()
  const one = await prisma.disk.findUnique({ where: { id } })
  const row = one?.host_id == null ? null : await prisma.host.findUnique({ where: { id: one.host_id } })
  if (!one || !row || row.node_id === null) return null
  try {
    const bound = AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
    return await (await nodeConnection(row.node_id, bound)).diskSize(row.internal_name, await placeOf(row, one), bound)
  } catch {
    return null
  }
}

/**
 * Stores the size that was read, and the one that still waits for the next start: none that is reached.
 * @param read null: it could not be read, and stays
 */
export async function writeDiskSize(work: Work, id: number, read: number | null, wanted: number | null) {
  const one = await work.tx.disk.findUnique({ where: { id } })
  if (!one || one.host_id === null) return
  const size_mib = read ?? one.size_mib
  const waiting = wanted !== null && wanted > size_mib ? wanted : null
  await work.tx.disk.update({ where: { id }, data: { size_mib, size_mib_new: waiting, version: { increment: 1 } } })
  const row = await work.tx.host.findUnique({ where: { id: one.host_id } })
  if (row) hostChanged(work, row)
}

/**
 * Grows the disks of a VM that is about to start and whose size waits for that; answers what is read back by disk. One that cannot grow
 * goes on waiting: the VM starts all the same.
 */
export async function growWaiting(host_id: number, signal: AbortSignal): Promise<{ id: number; size_mib: number }[]> {
  const { prisma } = db()
  const row = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const waiting = await prisma.disk.findMany({
    where: { host_id, size_mib_new: { not: null } },
    orderBy: { id: 'asc' },
  })
  const grown: { id: number; size_mib: number }[] = []
  for (const one of waiting) {
    try {
      const node = await nodeConnection(row.node_id ?? 0, signal)
      const { size_mib } = await node.growDisk(
        row.internal_name,
        await placeOf(row, one),
        one.size_mib_new ?? 0,
        signal,
      )
      grown.push({ id: one.id, size_mib })
    } catch (err) {
      signal.throwIfAborted()
      log.warn({ err, host: host_id, disk: one.id }, 'a disk did not grow before the start')
    }
  }
  return grown
}

/** Stores what `growWaiting` has read back. */
export async function storeGrown(work: Work, grown: readonly { id: number; size_mib: number }[]) {
  for (const { id, size_mib } of grown) {
    const one = await work.tx.disk.findUnique({ where: { id } })
    await writeDiskSize(work, id, size_mib, one?.size_mib_new ?? null)
  }
}
