import type { disk } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { orNone } from '../../../../api/edit.ts'
import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { BackupFate } from '../../../../domain/backup/fate.ts'
import type { DiskCreate, DiskEdit } from '../../../../domain/disk/edit.ts'
import { disksError } from '../../../../domain/host/size.ts'
import {
  forbidden,
  inUse,
  invalidField,
  noResources,
  notFound,
  refused,
  wrongState,
} from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { enqueue } from '../../../../tasks/enqueue.ts'
import { readDeletion, requireIdleBackups } from '../../backup/fate.ts'
import { storageFor } from '../../storage/choose.ts'
import { roomOf } from '../../storage/room.ts'
import { takeQuotaForFreeDisk } from '../given-quota.ts'
import { makeRoom } from '../placement.ts'
import { freeDiskCreateTask, freeDiskDeleteTask, freeDiskGrowTask, freeDiskNothingTask } from './free-tasks.ts'
import { requireDiskManagement } from './storage.ts'
import { diskChanged } from './tasks.ts'

/** Makes a disk that belongs to no VM, on the node that is named or the one of its storage with most room. */
export async function createDisk(ctx: Context, body: DiskCreate) {
  return ctx.mutate(async (work) => {
    const made = await recordFreeDisk(work, ctx, body)
    const task = await enqueue(work, freeDiskCreateTask, { disk_id: made.id }, of(made))
    return { id: made.id, task: task.consul_id }
  })
}

/** Checks what is asked for, takes quota and room, and makes the record of a disk that is `creating`. */
export async function recordFreeDisk(work: Work, ctx: Context, body: DiskCreate): Promise<disk> {
  const wrong = disksError([body], 'disks')
  if (wrong) throw invalidField('size_mib', wrong.words)
  const account_id = body.account ?? ctx.actor.account_id
  if (account_id !== ctx.actor.account_id && !ctx.actor.isAdmin)
    throw forbidden(msg`Only administrators can create disks for others`, 'account')
  if (!(await work.tx.account.findUnique({ where: { id: account_id } })))
    throw invalidField('account', msg`there is no such account`)
  const node = await nodeFor(work, ctx, body)
  await takeQuotaForFreeDisk(work, account_id, body.size_mib)
  await requireDiskManagement(work, ctx.actor, node.cluster_id)
  const storage_id = await storageFor(work, node.cluster_id, body)
  await makeRoom(work, { ...node, storage_id, more: more(body.size_mib), explain: ctx.actor.isAdmin })
  const made = await work.tx.disk.create({
    data: {
      name: body.name ?? '',
      account_id,
      cluster_id: node.cluster_id,
      node_id: node.node_id,
      storage_id,
      size_mib: body.size_mib,
      expand_part: body.expand_part || null,
      state: 'creating',
    },
  })
  if (!body.name) await work.tx.disk.update({ where: { id: made.id }, data: { name: `disk-${made.id}` } })
  diskChanged(work, made, 'create')
  return made
}

const more = (hdd_mib: number) => ({ cpu_number: 0, ram_mib: 0, hdd_mib })
const of = ({ id, account_id }: disk) => ({ registry_id: id, entity: 'disk', account_id })

type Place = { node_id: number; cluster_id: number }

/** The one with most room in the storage that is asked for, else in its cluster's main one, among those that answer; users get those of clusters whose disks they manage. */
async function nodeFor(work: Work, ctx: Context, body: DiskCreate): Promise<Place> {
  if (body.node !== undefined && !ctx.actor.isAdmin) throw forbidden(msg`Only administrators can choose nodes`, 'node')
  const [found] = await work.sql<Place & { state: string; containers: boolean; attached: boolean }>(
    `select n.id as node_id, n.cluster_id, n.state, c.virtualization_type = 'lxd' as containers,
            $2::int is null or exists (select from cluster_storage s where s.cluster_id = c.id and s.storage_id = $2::int) as attached
       from node n join cluster c on c.id = n.cluster_id ${roomOf('$2')}
      where ($1::int is null or n.id = $1::int) and ($1::int is not null or
            (n.state = 'active' and c.virtualization_type <> 'lxd' and ($3::boolean or c.manage_disk_enabled)
              and not n.maintenance_mode and not n.host_creation_blocked and ($2::int is null or exists (select from cluster_storage s
                where s.cluster_id = c.id and s.storage_id = $2::int and s.enabled))))
      order by coalesce(room.state, 'active') in ('active', 'degraded') desc, room.free desc nulls last, n.id limit 1`,
    [body.node ?? null, body.storage ?? null, ctx.actor.isAdmin],
  )
  if (body.node !== undefined) {
    if (!found) throw invalidField('node', msg`there is no such node`)
    if (!found.attached) throw invalidField('storage', msg`it is not attached to the cluster of the node`)
    if (found.containers) throw invalidField('node', msg`its containers have exactly one disk each`)
    if (found.state !== 'active') throw wrongState(msg`The node does not answer`, 'node')
    return found
  }
  if (found) return found
  if (body.storage !== undefined && ctx.actor.isAdmin) {
    if (!(await work.tx.storage.findUnique({ where: { id: body.storage } })))
      throw invalidField('storage', msg`there is no such storage`)
  }
  throw ctx.actor.isAdmin
    ? noResources(msg`No node with this storage answers`, 'storage')
    : forbidden(msg`Disks in this cluster are managed by administrators: ask one of them`)
}

/** Accepts a change of a disk that belongs to no VM. The caller has found it. */
export async function changeFreeDisk(work: Work, ctx: Context, known: disk, body: DiskEdit) {
  if (body.size_mib !== undefined && body.size_mib < known.size_mib)
    throw invalidField('size_mib', msg`a disk only grows, and this one has ${known.size_mib} MiB or will have them`)
  const wrong = disksError([{ size_mib: body.size_mib ?? known.size_mib }], 'disks')
  if (wrong) throw invalidField('size_mib', wrong.words)
  const account_id = body.account ?? known.account_id ?? 0
  const given = account_id !== known.account_id
  if (given && !ctx.actor.isAdmin) throw forbidden(msg`Only administrators can change the owner of a disk`, 'account')
  if (given && !(await work.tx.account.findUnique({ where: { id: account_id } })))
    throw invalidField('account', msg`there is no such account`)
  await requireDiskManagement(work, ctx.actor, known.cluster_id)
  const size_mib = body.size_mib ?? known.size_mib
  const grows = size_mib > known.size_mib
  if (grows || given) await takeQuotaForFreeDisk(work, account_id, size_mib, given ? 0 : known.size_mib)
  await claimFree(work, known, grows ? 'changing' : 'active')
  if (grows && known.node_id !== null)
    await makeRoom(work, {
      node_id: known.node_id,
      cluster_id: known.cluster_id,
      storage_id: known.storage_id,
      more: more(size_mib - known.size_mib),
      explain: ctx.actor.isAdmin,
    })
  const row = await work.tx.disk.update({
    where: { id: known.id },
    data: {
      account_id,
      name: body.name,
      expand_part: orNone(body.expand_part),
      ...(grows && { size_mib_new: size_mib }),
    },
  })
  diskChanged(work, row)
  const task = grows
    ? await enqueue(work, freeDiskGrowTask, { disk_id: known.id, size_mib }, of(row))
    : await enqueue(work, freeDiskNothingTask, { disk_id: known.id }, of(row))
  return { id: known.id, task: task.consul_id }
}

const ownDisk = ({ isAdmin, account_id }: Context['actor'], id: number) => ({ id, ...(!isAdmin && { account_id }) })

/** What there is of backups and schedules of a disk, before it is deleted. */
export async function diskDeletion(ctx: Context, id: number) {
  if ((await db().prisma.disk.count({ where: ownDisk(ctx.actor, id) })) === 0) throw notFound(msg`Disk`, id)
  return readDeletion(ctx, { disk_id: id })
}

/**
 * Deletes a disk that belongs to no VM, with all that is on it; its backups stay unless they are to go too.
 * @param force only its record, where its node does not answer: its volume stays there
 */
export async function deleteDisk(
  ctx: Context,
  id: number,
  { backups, force }: { backups: BackupFate; force: boolean },
) {
  return ctx.mutate(async (work) => {
    const known = await work.tx.disk.findFirst({ where: ownDisk(ctx.actor, id) })
    if (!known) throw notFound(msg`Disk`, id)
    if (known.host_id !== null) throw inUse(msg`The disk belongs to a VM: detach it first`, 'host')
    await requireDiskManagement(work, ctx.actor, known.cluster_id)
    const backups_of = ctx.actor.isAdmin ? null : ctx.actor.account_id
    await requireIdleBackups(work, backups, { disk_id: id, account_id: backups_of })
    if (force) await requireNodeAway(work, ctx, known)
    await claimFree(work, known, 'deleting')
    diskChanged(work, known)
    const task = await enqueue(work, freeDiskDeleteTask, { disk_id: id, force, backups, backups_of }, of(known))
    return { id, task: task.consul_id }
  })
}

async function requireNodeAway(work: Work, ctx: Context, { node_id }: disk): Promise<void> {
  if (!ctx.actor.isAdmin)
    throw forbidden(msg`Only administrators can forget a disk whose node does not answer`, 'force')
  const node = node_id === null ? null : await work.tx.node.findUnique({ where: { id: node_id } })
  if (node?.state === 'active') throw refused(msg`The node of the disk answers: delete the disk without force`, 'force')
}

/** Moves a disk that no VM has and nothing else is at into a state, in one statement. @throws PanelError `wrong_state` */
export async function claimFree(work: Work, known: disk, state: string): Promise<void> {
  const { count } = await work.tx.disk.updateMany({
    where: { id: known.id, host_id: null, state: 'active' },
    data: { state, version: { increment: 1 } },
  })
  if (count === 0) throw wrongState(msg`The disk is being changed: wait until this has finished`, known.state)
}
