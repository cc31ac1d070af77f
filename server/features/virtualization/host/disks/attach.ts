import type { disk, host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { type Bus, freeDevice } from '../../../../domain/disk/buses.ts'
import type { DiskLink, HostDiskCreate } from '../../../../domain/disk/edit.ts'
import { disksError, MOST_DISKS } from '../../../../domain/host/size.ts'
import { inUse, invalidField, notFound, refused, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { storageFor } from '../../storage/choose.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { takeQuotaForDisk, takeQuotaForSize } from '../given-quota.ts'
import { makeRoom, requireCapability } from '../placement.ts'
import { changeLink, linkOf, makeMain, requirePlacesSettled, requireSettled } from './link.ts'
import { isShared, pathOf, requireDiskManagement } from './storage.ts'
import type { Before } from './task-input.ts'
import { diskChanged, diskChangeTask } from './tasks.ts'

/** Makes a disk and gives it to a VM; a running one has it at once where its bus allows. */
export async function addDisk(ctx: Context, host_id: number, body: HostDiskCreate) {
  const wrong = disksError([body], 'disks')
  if (wrong) throw invalidField('size_mib', wrong.words)
  return ctx.mutate(async (work) => {
    // Before the row of the VM is held: accounts are locked first.
    await takeQuotaForSize(work, host_id, {}, body.size_mib)
    const target = await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) })
    if (!target) throw notFound(msg`VM`, host_id)
    const storage_id = await storageFor(work, target.cluster_id, body)
    const row = await claimForDisk(work, ctx, host_id)
    const { number, ...place } = await freePlace(work, row, body.bus ?? 'virtio')
    await makeRoom(work, {
      cluster_id: row.cluster_id,
      node_id: row.node_id,
      storage_id,
      more: { cpu_number: 0, ram_mib: 0, hdd_mib: body.size_mib },
      explain: ctx.actor.isAdmin,
    })
    const made = await work.tx.disk.create({
      data: {
        ...place,
        name: body.name ?? `${row.internal_name}-${number}`,
        host_id,
        account_id: row.account_id,
        cluster_id: row.cluster_id,
        node_id: row.node_id,
        storage_id,
        size_mib: body.size_mib,
        expand_part: body.expand_part || null,
        state: 'creating',
      },
    })
    const path = await pathOf(made, row)
    await work.tx.disk.update({ where: { id: made.id }, data: { path } })
    return queued(work, ctx, row, made, 'add')
  })
}

/** Gives a VM a disk that belongs to none, or changes how one of its own is attached. */
export async function attachDisk(ctx: Context, host_id: number, disk_id: number, body: DiskLink) {
  return ctx.mutate(async (work) => {
    const owner = ctx.actor.isAdmin ? {} : { account_id: ctx.actor.account_id }
    const known = await work.tx.disk.findFirst({ where: { id: disk_id, ...owner } })
    if (!known) throw notFound(msg`Disk`, disk_id)
    if (known.host_id === host_id) return changeLink(work, ctx, host_id, known, body)
    const target = await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) })
    if (!target) throw notFound(msg`VM`, host_id)
    if (known.host_id !== null) throw inUse(msg`The disk belongs to another VM: detach it there first`, 'disk_id')
    if (known.account_id !== target.account_id)
      throw refused(msg`The disk and the VM belong to different owners: change the owner of the disk first`, 'account')
    const shared = await isShared(work, known.storage_id)
    if (known.node_id !== target.node_id && !(shared && known.cluster_id === target.cluster_id))
      throw refused(msg`The disk is on another node than the VM`, 'node')
    await takeQuotaForDisk(work, host_id, known.size_mib)
    const row = await claimForDisk(work, ctx, host_id)
    const { number: _, ...place } = await freePlace(work, row, body.bus ?? 'virtio')
    const data = { ...place, host_id, node_id: row.node_id, state: 'attaching', version: { increment: 1 } }
    const { count } = await work.tx.disk.updateMany({
      where: { id: disk_id, host_id: null, state: 'active', account_id: row.account_id, node_id: known.node_id },
      data,
    })
    if (count === 0) throw wrongState(msg`The disk is being changed: wait until this has finished`, known.state)
    const all = await work.tx.disk.findMany({
      where: { host_id },
      orderBy: [{ boot_order: 'asc' }, { id: 'asc' }],
    })
    if (body.is_main) {
      requireSettled(all.filter(({ id }) => id !== disk_id))
      await makeMain(work, all, disk_id)
    }
    return queued(work, ctx, row, known, 'attach', all.filter(({ id }) => id !== disk_id).map(linkOf))
  })
}

type Placed = host & { node_id: number }

async function claimForDisk(work: Work, ctx: Context, host_id: number): Promise<Placed> {
  const { row } = await claimHost(work, ctx, host_id, 'disks')
  await requireDiskManagement(work, ctx.actor, row.cluster_id)
  await requireCapability(work, row, 'more_disks')
  await requirePlacesSettled(work, host_id)
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  return { ...row, node_id: row.node_id }
}

/** A name of a device that is free on a bus, and the last place in the order of booting. The caller holds the VM. */
async function freePlace(work: Work, row: host, bus: Bus) {
  const others = await work.tx.disk.findMany({ where: { host_id: row.id } })
  if (others.length >= MOST_DISKS) throw refused(msg`A VM has at most ${MOST_DISKS} disks`)
  const target_dev = freeDevice(
    bus,
    others.map((one) => one.target_dev),
  )
  if (target_dev === null) throw refused(msg`The bus ${bus} of the VM is full: choose another one`, 'bus')
  const boot_order = Math.max(0, ...others.map((one) => one.boot_order)) + 1
  return { bus, target_dev, boot_order, is_main: false, number: others.length + 1 }
}

async function queued(work: Work, ctx: Context, row: host, one: disk, change: 'add' | 'attach', before: Before[] = []) {
  diskChanged(work, one, change === 'add' ? 'create' : 'update')
  const task = await queueHostTask(work, ctx, row, {
    definition: diskChangeTask,
    input: { host_id: row.id, disk_id: one.id, change, before },
    params: { disk: one.name, size_mib: one.size_mib, change },
  })
  return { id: one.id, task: task.consul_id }
}
