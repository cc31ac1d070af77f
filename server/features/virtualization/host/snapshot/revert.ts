import type { host, snapshot } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { notFound, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { requireNotRead } from '../../backup/reading.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { takeQuotaForSize } from '../given-quota.ts'
import { makeRoom } from '../placement.ts'
import { keptDisks, presentDisks, requireDisks } from './kept.ts'
import { snapshotRevertTask } from './revert-task.ts'

/** A snapshot of a VM on which the caller may act. @throws PanelError not_found */
export async function ownSnapshot(work: Work, ctx: Context, id: number): Promise<snapshot> {
  const found = await work.tx.snapshot.findUnique({ where: { id } })
  const own = found && (await work.tx.host.count({ where: ownHost(ctx.actor, found.host_id) })) > 0
  if (!own) throw notFound(msg`Snapshot`, id)
  return found
}

/** @throws PanelError wrong_state for one that holds nothing */
export function requireTaken({ state }: Pick<snapshot, 'state'>): void {
  if (state === 'creation') throw wrongState(msg`The snapshot is still being taken`, 'state')
  if (state === 'fail')
    throw wrongState(msg`The snapshot could not be taken, so there is nothing to go back to`, 'state')
}

/**
 * Accepts that a VM goes back to a snapshot: its disks, its size and, when that was kept and still fits, its memory. Quota and room are
 * taken for a size that is larger than the present one.
 */
export async function revertSnapshot(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const known = await ownSnapshot(work, ctx, id)
    requireTaken(known)
    const now = await work.tx.host.findUniqueOrThrow({ where: { id: known.host_id } })
    const more = await growth(work, now, known)
    // Before the row of the VM is held: accounts are locked first.
    await takeQuotaForSize(work, now.id, { cpu_number: known.cpu_number, ram_mib: known.ram_mib }, total(more.hdd_mib))
    const { row } = await claimHost(work, ctx, now.id, known.with_ram ? 'snapshot_resume' : 'snapshot_revert')
    await requireNotRead(work, row.id)
    requireDisks(keptDisks(known), await presentDisks(work, row))
    await makeRoomFor(work, ctx, row, more)
    const task = await queueHostTask(work, ctx, row, {
      definition: snapshotRevertTask,
      input: {
        host_id: row.id,
        snapshot_id: id,
        before: { cpu_number_new: row.cpu_number_new, ram_mib_new: row.ram_mib_new },
      },
      params: { snapshot: known.name, with_ram: known.with_ram },
    })
    // Counts towards limits and room from now on.
    await work.tx.host.update({
      where: { id: row.id },
      data: {
        cpu_number_new: unlessSame(known.cpu_number, row.cpu_number),
        ram_mib_new: unlessSame(known.ram_mib, row.ram_mib),
      },
    })
    return { id, task: task.consul_id }
  })
}

const unlessSame = (wanted: number, present: number): number | null => (wanted === present ? null : wanted)

/** By how much the size of a snapshot exceeds what a VM has or waits for; its disks by the storages that they are on. */
async function growth(work: Work, row: host, known: snapshot) {
  const disks = await work.tx.disk.findMany({ where: { host_id: row.id } })
  const hdd_mib = new Map<number, number>()
  for (const kept of keptDisks(known)) {
    const one = disks.find(({ id }) => id === kept.disk_id)
    const more = kept.size_mib - Math.max(one?.size_mib ?? 0, one?.size_mib_new ?? 0)
    if (one && more > 0) hdd_mib.set(one.storage_id, (hdd_mib.get(one.storage_id) ?? 0) + more)
  }
  return {
    cpu_number: known.cpu_number - Math.max(row.cpu_number, row.cpu_number_new ?? 0),
    ram_mib: known.ram_mib - Math.max(row.ram_mib, row.ram_mib_new ?? 0),
    hdd_mib,
  }
}
type Growth = Awaited<ReturnType<typeof growth>>
const total = (sizes: Growth['hdd_mib']) => [...sizes.values()].reduce((sum, one) => sum + one, 0)

async function makeRoomFor(work: Work, ctx: Context, { cluster_id, node_id }: host, more: Growth): Promise<void> {
  if (node_id === null) return
  const at = { cluster_id, node_id, explain: ctx.actor.isAdmin }
  const { hdd_mib: sizes, ...size } = more
  await makeRoom(work, { ...at, more: size })
  for (const [storage_id, hdd_mib] of sizes)
    await makeRoom(work, { ...at, storage_id, more: { cpu_number: 0, ram_mib: 0, hdd_mib } })
}
