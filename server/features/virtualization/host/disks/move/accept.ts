import { randomBytes } from 'node:crypto'
import type { disk, disk_move } from '../../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../../api/context.ts'
import type { Work } from '../../../../../db/transaction.ts'
import { type DiskMigrate, whyNotMove, whyNotTarget } from '../../../../../domain/disk/move.ts'
import { invalidField, notFound, PanelError, refused, wrongState } from '../../../../../domain/shared/errors.ts'
import { volumePath } from '../../../../../domain/storage/volumes.ts'
import { msg } from '../../../../../shared/text.ts'
import { enqueue } from '../../../../../tasks/enqueue.ts'
import { lockRoom } from '../../../storage/lock.ts'
import { claimHost, queueHostTask } from '../../claim.ts'
import { diskPath, storagePath } from '../../files.ts'
import { claimFree } from '../free.ts'
import { diskChanged } from '../tasks.ts'
import { freeDiskMoveTask } from './free-task.ts'
import { readMoved, readTargets, type Target } from './targets.ts'
import { diskMoveTask } from './task.ts'

/** Bytes a second of one Mbit/s. */
const MBIT = 125_000

/** Accepts that a disk moves to another storage, or one without a VM to another node; room is taken there at once. */
export async function migrateDisk(ctx: Context, id: number, body: DiskMigrate) {
  return ctx.mutate(async (work) => {
    const known = await work.tx.disk.findUnique({ where: { id } })
    if (!known) throw notFound(msg`Disk`, id)
    // Room is not given twice.
    await lockRoom(work, known.cluster_id)
    const target = await targetOf(work, known, body)
    await requirePossible(work, id, target)
    const options = { keeps_image: body.plain === false, limit: (body.limit_mbitps ?? 0) * MBIT || null }
    const params = { disk: known.name, storage: target.name, node: target.node_name }
    if (known.host_id === null) {
      await claimFree(work, known, 'moving')
      await begin(work, known, target, 'move')
      const of = { registry_id: id, entity: 'disk', account_id: known.account_id }
      const task = await enqueue(work, freeDiskMoveTask, { disk_id: id, ...options }, of)
      await nameTask(work, id, task.id)
      diskChanged(work, known)
      return { id, task: task.consul_id }
    }
    const { row } = await claimHost(work, ctx, known.host_id, 'disk_move')
    await claimOfHost(work, known)
    await keepPaths(work, row)
    await begin(work, known, target, 'move', row.internal_name)
    const task = await queueHostTask(work, ctx, row, {
      definition: diskMoveTask,
      input: { host_id: row.id, disk_id: id, ...options },
      params,
    })
    await nameTask(work, id, task.id)
    diskChanged(work, known)
    return { id, task: task.consul_id }
  })
}

/** The place that is asked for. @throws PanelError invalid_input for one that there is not */
async function targetOf(work: Work, known: disk, body: DiskMigrate): Promise<Target> {
  const home = known.node_id
  const node_id = body.node ?? home
  const storage_id = body.storage ?? known.storage_id
  if (body.node !== undefined) {
    const node = await work.tx.node.findUnique({ where: { id: body.node } })
    if (!node) throw invalidField('node', msg`there is no such node`)
    if (node.cluster_id !== known.cluster_id) throw invalidField('node', msg`it is not in the cluster of the disk`)
  }
  if (body.storage !== undefined && !(await work.tx.storage.findUnique({ where: { id: body.storage } })))
    throw invalidField('storage', msg`there is no such storage`)
  const [target] = await readTargets(work, { cluster_id: known.cluster_id, home, node_id, storage_id })
  if (!target) throw invalidField('storage', msg`it is not attached to the cluster of the disk`)
  return target
}

async function requirePossible(work: Work, id: number, target: Target): Promise<void> {
  const disk = await readMoved(work, id)
  const never = whyNotMove(disk)
  if (never) throw new PanelError(disk.state === 'active' ? 'refused' : 'wrong_state', never, { value: 'disk' })
  const why = whyNotTarget(disk, target)
  if (why) throw refused(msg`The disk cannot go to ${target.name} on ${target.node_name}: ${why}`, 'storage')
}

/** A disk of a VM that is held. */
export async function claimOfHost(work: Work, known: disk): Promise<void> {
  const { count } = await work.tx.disk.updateMany({
    where: { id: known.id, host_id: known.host_id, state: 'active' },
    data: { state: 'moving', version: { increment: 1 } },
  })
  if (count === 0) throw wrongState(msg`The disk is being changed: wait until this has finished`, known.state)
}

/** Disks of a VM that were made with it lie beside its main disk, which may go elsewhere now: from here on each names its own file. */
export async function keepPaths(work: Work, row: { id: number; cluster_id: number; internal_name: string }) {
  const unnamed = await work.tx.disk.findMany({ where: { host_id: row.id, path: null } })
  for (const one of unnamed) {
    const path = diskPath(await storagePath(row.cluster_id, one.storage_id), row, one)
    await work.tx.disk.update({ where: { id: one.id }, data: { path } })
  }
}

type Place = Pick<Target, 'storage_id' | 'node_id'>

/** Takes room for the new volume, under a name that was never used. */
export async function begin(work: Work, known: disk, place: Place, kind: 'move' | 'image', name?: string) {
  if (await work.tx.disk_move.findUnique({ where: { disk_id: known.id } }))
    throw wrongState(
      msg`The volume that the disk has left is still on its former node: it is removed within a minute after that answers`,
      'disk',
    )
  const folder = await storagePath(known.cluster_id, place.storage_id)
  const own = name === undefined ? `disk-${known.id}` : `${name}-${known.id}`
  const path = volumePath(folder, `${own}-${randomBytes(4).toString('hex')}`)
  const { storage_id, node_id } = place
  return work.tx.disk_move.create({ data: { disk_id: known.id, kind, storage_id, node_id, path } })
}

export const nameTask = (work: Work, disk_id: number, task_id: number): Promise<disk_move> =>
  work.tx.disk_move.update({ where: { disk_id }, data: { task_id } })
