import type { disk } from '../../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../../api/context.ts'
import type { Work } from '../../../../../db/transaction.ts'
import { type DiskRestoreImage, formatOf, whyNotMove, whyNotTarget } from '../../../../../domain/disk/move.ts'
import { invalidField, notFound, PanelError, refused, wrongState } from '../../../../../domain/shared/errors.ts'
import { msg } from '../../../../../shared/text.ts'
import { enqueue } from '../../../../../tasks/enqueue.ts'
import { lockRoom } from '../../../storage/lock.ts'
import { claimHost, queueHostTask } from '../../claim.ts'
import { claimFree } from '../free.ts'
import { diskChanged } from '../tasks.ts'
import { begin, claimOfHost, keepPaths, nameTask } from './accept.ts'
import { diskImageTask } from './image-task.ts'
import { readMoved, readTargets } from './targets.ts'

/** Accepts that a disk gets what is in a file on its node; it is written into a new volume, and the old one is given up at the end. */
export async function restoreDiskFromImage(ctx: Context, id: number, { path }: DiskRestoreImage) {
  return ctx.mutate(async (work) => {
    const known = await work.tx.disk.findUnique({ where: { id } })
    if (!known) throw notFound(msg`Disk`, id)
    const within = await foldersOf(work, known.cluster_id)
    if (!within.some((folder) => path.startsWith(`${folder}/`)))
      throw invalidField('path', msg`a file in one of the folders of images of the cluster: ${within.join(', ')}`)
    await lockRoom(work, known.cluster_id)
    const place = await requirePlace(work, known)
    const input = { disk_id: id, host_id: known.host_id, path, format: formatOf(path) ?? 'raw', within }
    if (known.host_id === null) {
      await claimFree(work, known, 'moving')
      await begin(work, known, place, 'image')
      const of = { registry_id: id, entity: 'disk', account_id: known.account_id }
      const task = await enqueue(work, diskImageTask, input, of)
      await nameTask(work, id, task.id)
      diskChanged(work, known)
      return { id, task: task.consul_id }
    }
    const { row } = await claimHost(work, ctx, known.host_id, 'disk_image')
    await claimOfHost(work, known)
    await keepPaths(work, row)
    await begin(work, known, place, 'image', row.internal_name)
    const task = await queueHostTask(work, ctx, row, {
      definition: diskImageTask,
      input,
      params: { disk: known.name, path },
    })
    await nameTask(work, id, task.id)
    diskChanged(work, known)
    return { id, task: task.consul_id }
  })
}

/** Where images of a cluster lie on its nodes. */
async function foldersOf(work: Work, cluster_id: number): Promise<string[]> {
  const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
  return [home.image_storage_path, home.os_storage_path].map((path) => path.replace(/(?<=.)\/+$/, ''))
}

/** The storage that it is on has to have room for both volumes. */
async function requirePlace(work: Work, known: disk) {
  const facts = await readMoved(work, known.id)
  const never = whyNotMove(facts)
  if (never) throw new PanelError(facts.state === 'active' ? 'refused' : 'wrong_state', never, { value: 'disk' })
  const { cluster_id, node_id, storage_id } = known
  const [place] = await readTargets(work, { cluster_id, home: node_id, node_id, storage_id })
  if (!place) throw wrongState(msg`The storage of the disk is no longer attached to its cluster`)
  // As a disk that comes from elsewhere.
  const why = whyNotTarget({ ...facts, storage_id: 0 }, place)
  if (why) throw refused(msg`The disk cannot be written anew on ${place.name}: ${why}`, 'storage')
  return place
}
