import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { Capture } from '../../../../drivers/hypervisor/domain-types.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { captureOf } from './kept.ts'

/** Files with the memory of a VM: they are removed with it. */
export async function memoryFiles(host_id: number): Promise<string[]> {
  const all = await db().prisma.snapshot.findMany({
    where: { host_id, memory: { not: null } },
    select: { memory: true },
  })
  return all.flatMap(({ memory }) => memory ?? [])
}

/** What the node has of the snapshots of a VM beside the disk at a path, which is replaced with all that it keeps. */
export async function capturesBeside(work: Work, host_id: number, replaced: string | null): Promise<Capture[]> {
  const all = await work.tx.snapshot.findMany({ where: { host_id }, orderBy: { id: 'desc' } })
  return all.map(captureOf).map((one) => ({ ...one, disks: one.disks.filter(({ path }) => path !== replaced) }))
}

/** All snapshots of a VM, whose system they were of, are gone. */
export const forgetSnapshots = (work: Work, host_id: number) => work.tx.snapshot.deleteMany({ where: { host_id } })

/** Removes from the node what is left of snapshots that are gone. */
export async function dropCaptures(
  node: NodeConnection,
  name: string,
  captures: readonly Capture[],
  signal: AbortSignal,
) {
  for (const capture of captures) await node.dropCapture(name, capture, signal)
}
