import type { disk, host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { orNone } from '../../../../api/edit.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { DiskEdit } from '../../../../domain/disk/edit.ts'
import { conditionAhead } from '../../../../domain/host/allowed.ts'
import { disksError } from '../../../../domain/host/size.ts'
import { invalidField, notFound, refused } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { requireNotRead } from '../../backup/reading.ts'
import { claimHost, factsOf, holdHost, hostChanged, queueHostTask } from '../claim.ts'
import { takeQuotaForSize } from '../given-quota.ts'
import { makeRoom } from '../placement.ts'
import { HOST_STOP } from '../resources/waiting.ts'
import { changeFreeDisk } from './free.ts'
import { diskResizeTask } from './task.ts'
import { diskChanged } from './tasks.ts'

/**
 * Changes the name of a disk and what is expanded in it, and accepts its growth. A running VM gets the new size at once, with
 * `live_resize: false`, its own or else that of the VM, at its next start, with `defer` at its next stop; until then it is in `size_mib_new`.
 */
export async function changeDisk(ctx: Context, id: number, body: DiskEdit) {
  if (body.pool !== undefined) throw refused(msg`A disk stays in its storage pool: leave pool out`, 'pool')
  const owner = ctx.actor.isAdmin ? {} : { account_id: ctx.actor.account_id }
  return ctx.mutate(async (work) => {
    const known = await work.tx.disk.findFirst({ where: { id, ...owner } })
    if (!known) throw notFound(msg`Disk`, id)
    const { host_id } = known
    if (host_id === null) return changeFreeDisk(work, ctx, known, body)
    if (body.account !== undefined && body.account !== known.account_id)
      throw invalidField('account', msg`a disk belongs to the owner of its VM: change the owner of the VM`)
    const { name, expand_part } = body
    const grows = body.size_mib !== undefined && body.size_mib !== known.size_mib
    // Before the row of the VM is held: accounts are locked first.
    if (grows) await checkSize(work, known, body.size_mib ?? 0)
    const held = await holdHost(work, ctx, host_id, grows ? 'disk' : 'edit')
    if (name !== undefined || expand_part !== undefined)
      await work.tx.disk.update({ where: { id }, data: { name, expand_part: orNone(expand_part) } })
    hostChanged(work, held)
    diskChanged(work, known)
    const task = grows ? await queueGrowth(work, ctx, held, known, body) : await nothingToDo(work, ctx, held, known)
    return { id, task: task.consul_id }
  })
}

const presentOf = (one: disk) => Math.max(one.size_mib, one.size_mib_new ?? 0)

async function checkSize(work: Work, known: disk, size_mib: number) {
  const present = presentOf(known)
  if (size_mib < present)
    throw invalidField('size_mib', msg`a disk only grows, and this one has ${present} MiB or will have them`)
  const wrong = disksError([{ size_mib }], 'disks')
  if (wrong) throw invalidField('size_mib', wrong.words)
  await takeQuotaForSize(work, known.host_id ?? 0, {}, size_mib - present)
}

async function queueGrowth(work: Work, ctx: Context, held: host, known: disk, body: DiskEdit) {
  const later = body.defer?.action === HOST_STOP && conditionAhead(factsOf(held)) === 'active'
  const { row } = later ? { row: held } : await claimHost(work, ctx, held.id, 'disk')
  if (!later) await requireNotRead(work, row.id)
  const size_mib = body.size_mib ?? known.size_mib
  // Read again: another change may have been accepted while this one waited for the VM.
  const now = await work.tx.disk.findUniqueOrThrow({ where: { id: known.id } })
  if (size_mib < presentOf(now))
    throw invalidField('size_mib', msg`the disk was grown further meanwhile: read it again`)
  if (row.node_id !== null)
    await makeRoom(work, {
      cluster_id: row.cluster_id,
      node_id: row.node_id,
      storage_id: known.storage_id,
      more: { cpu_number: 0, ram_mib: 0, hdd_mib: size_mib - presentOf(now) },
      explain: ctx.actor.isAdmin,
    })
  const task = await queueHostTask(work, ctx, row, {
    definition: diskResizeTask,
    input: {
      host_id: row.id,
      disk_id: known.id,
      size_mib,
      live: body.live_resize ?? held.live_resize,
      deferred: later,
      before: now.size_mib_new,
    },
    params: { disk: now.name, size_mib },
    ...(later && { ends: false, deferReason: HOST_STOP }),
  })
  await work.tx.disk.update({ where: { id: known.id }, data: { size_mib_new: size_mib } })
  return task
}

/** Clients wait for the task of every change: this one ends at once, and waits for nothing. */
const nothingToDo = (work: Work, ctx: Context, held: host, known: disk) =>
  queueHostTask(work, ctx, held, {
    definition: diskResizeTask,
    input: { host_id: held.id, disk_id: known.id, size_mib: null, live: true, before: null },
    params: { disk: known.name },
    ends: false,
  })
