import type { backup, disk } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { enqueue } from '../../../../tasks/enqueue.ts'
import { claimFree } from '../../host/disks/free.ts'
import { diskChanged } from '../../host/disks/tasks.ts'
import { takeQuotaForFreeDisk } from '../../host/given-quota.ts'
import { makeRoom } from '../../host/placement.ts'
import { diskRestoreTask } from './free-task.ts'
import { hold } from './use.ts'

/** Accepts that a disk without a VM gets the content of a backup of it. The caller has found both. */
export async function restoreFreeDisk(work: Work, ctx: Context, known: disk, from: backup) {
  const { node_id, cluster_id, storage_id, size_mib } = known
  if (node_id === null) throw wrongState(msg`The node of the disk was removed`)
  const growth = Math.max(0, from.size_mib - size_mib)
  if (growth > 0 && known.account_id !== null)
    await takeQuotaForFreeDisk(work, known.account_id, size_mib + growth, size_mib)
  await claimFree(work, known, 'changing')
  diskChanged(work, known)
  const more = { cpu_number: 0, ram_mib: 0, hdd_mib: size_mib + growth }
  await makeRoom(work, { node_id, cluster_id, storage_id, more, explain: ctx.actor.isAdmin })
  return queueDiskRestore(work, known, from)
}

/** Queues what fills a disk that is held. */
export async function queueDiskRestore(work: Work, one: disk, from: backup) {
  const of = { registry_id: one.id, entity: 'disk', account_id: one.account_id }
  const task = await enqueue(work, diskRestoreTask, { disk_id: one.id, backup_id: from.id }, of)
  await hold(work, [from.id], task.id)
  return { id: one.id, task: task.consul_id }
}
