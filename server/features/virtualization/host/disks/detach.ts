import type { Context } from '../../../../api/context.ts'
import { inUse, notFound, refused } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { claimHost, queueHostTask } from '../claim.ts'
import { keptDisks } from '../snapshot/kept.ts'
import { requireSettled } from './link.ts'
import { requireDiskManagement } from './storage.ts'
import { diskChangeTask } from './tasks.ts'

/** Takes a disk from a VM; it stays, with all that is on it, and belongs to the same owner. */
export async function detachDisk(ctx: Context, host_id: number, disk_id: number) {
  return ctx.mutate(async (work) => {
    const { row } = await claimHost(work, ctx, host_id, 'disks')
    await requireDiskManagement(work, ctx.actor, row.cluster_id)
    const one = await work.tx.disk.findFirst({ where: { id: disk_id, host_id } })
    if (!one) throw notFound(msg`Disk`, disk_id)
    if (one.is_main)
      throw refused(msg`The main disk stays with its VM: make another disk the main one first`, 'is_main')
    requireSettled([one])
    const holding = (await work.tx.snapshot.findMany({ where: { host_id } })).find((snapshot) =>
      keptDisks(snapshot).some((kept) => kept.disk_id === disk_id),
    )
    if (holding) throw inUse(msg`The snapshot ${holding.name} holds a state of this disk: delete it first`, 'snapshot')
    await work.tx.disk.update({ where: { id: disk_id }, data: { state: 'detaching', version: { increment: 1 } } })
    const task = await queueHostTask(work, ctx, row, {
      definition: diskChangeTask,
      input: { host_id, disk_id, change: 'detach', before: [] },
      params: { disk: one.name, change: 'detach' },
    })
    return { id: disk_id, task: task.consul_id }
  })
}
