import type { disk } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { freeDevice } from '../../../../domain/disk/buses.ts'
import type { DiskLink, DiskOrder } from '../../../../domain/disk/edit.ts'
import { invalidField, notFound, refused, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { requireDiskManagement } from './storage.ts'
import type { Before } from './task-input.ts'
import { diskChangeTask } from './tasks.ts'

/** The disks of a VM as they are attached, in the order of booting. The caller holds the VM. */
const disksOf = (work: Work, host_id: number) =>
  work.tx.disk.findMany({ where: { host_id }, orderBy: [{ boot_order: 'asc' }, { id: 'asc' }] })

export const linkOf = ({ id, bus, target_dev, boot_order, is_main }: disk): Before => ({
  id,
  bus,
  target_dev,
  boot_order,
  is_main,
})

/** Puts a VM's disk on another bus, which needs the VM to be off, or makes it the main one. */
export async function changeLink(work: Work, ctx: Context, host_id: number, known: disk, body: DiskLink) {
  const moves = body.bus !== undefined && body.bus !== known.bus
  if (body.is_main === false && known.is_main)
    throw invalidField('is_main', msg`a VM always has a main disk: make another one the main one`)
  const { row } = await claimHost(work, ctx, host_id, moves ? 'disk_bus' : 'disks')
  await requireDiskManagement(work, ctx.actor, row.cluster_id)
  const all = await disksOf(work, host_id)
  requireSettled(all)
  await requirePlacesSettled(work, host_id)
  if (moves) {
    const bus = body.bus ?? 'virtio'
    const target_dev = freeDevice(
      bus,
      all.map((one) => one.target_dev),
    )
    if (target_dev === null) throw refused(msg`The bus ${bus} of the VM is full: choose another one`, 'bus')
    await work.tx.disk.update({ where: { id: known.id }, data: { bus, target_dev, version: { increment: 1 } } })
  }
  if (body.is_main) await makeMain(work, all, known.id)
  const task = await queueHostTask(work, ctx, row, {
    definition: diskChangeTask,
    input: { host_id, disk_id: known.id, change: 'edit', before: all.map(linkOf) },
    params: { disk: known.name, ...(moves && { bus: body.bus }), ...(body.is_main && { is_main: true }) },
  })
  return { id: known.id, task: task.consul_id }
}

/**
 * The main disk is the one that a VM boots from first; the order of the others stays.
 * @throws PanelError `refused` for one on another storage than the VM's own files, which are beside the main disk
 */
export async function makeMain(work: Work, all: readonly disk[], id: number): Promise<void> {
  const [next, present] = [all.find((one) => one.id === id), all.find(({ is_main }) => is_main)]
  if (next && present && next.storage_id !== present.storage_id)
    throw refused(
      msg`The VM keeps files of its own beside its main disk ${present.name}: move the disk ${next.name} to that storage first`,
      'is_main',
    )
  const places = all.map(({ boot_order }) => boot_order)
  const order = [...all.filter((one) => one.id === id), ...all.filter((one) => one.id !== id)]
  for (const [n, one] of order.entries())
    await work.tx.disk.update({
      where: { id: one.id },
      data: { is_main: one.id === id, boot_order: places[n] ?? n + 1, version: { increment: 1 } },
    })
}

/** Puts disks of a VM into an order of booting, which its next start follows. */
export async function orderDisks(ctx: Context, host_id: number, { disks }: DiskOrder) {
  const asked = new Map(disks.map(({ id, boot_order }) => [id, boot_order]))
  if (asked.size < disks.length) throw invalidField('disks', msg`a disk is named twice`)
  if (disks.length === 0) throw invalidField('disks', msg`at least one disk`)
  if (disks.some(({ boot_order }) => boot_order < 1 || boot_order > 1000))
    throw invalidField('disks', msg`boot_order: from 1 to ${1000}`)
  return ctx.mutate(async (work) => {
    if (!(await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) }))) throw notFound(msg`VM`, host_id)
    const known = await disksOf(work, host_id)
    for (const id of asked.keys())
      if (!known.some((one) => one.id === id)) throw invalidField('disks', msg`the VM has no disk ${id}`)
    const { row } = await claimHost(work, ctx, host_id, 'disks')
    await requireDiskManagement(work, ctx.actor, row.cluster_id)
    // Read again: another change may have been accepted while this one waited for the VM.
    const all = await disksOf(work, host_id)
    requireSettled(all)
    await requirePlacesSettled(work, host_id)
    const places = all.map((one) => asked.get(one.id) ?? one.boot_order)
    if (new Set(places).size < places.length) throw invalidField('disks', msg`two disks have the same place`)
    for (const [id, boot_order] of asked)
      await work.tx.disk.update({ where: { id }, data: { boot_order, version: { increment: 1 } } })
    const task = await queueHostTask(work, ctx, row, {
      definition: diskChangeTask,
      input: { host_id, disk_id: all[0]?.id ?? 0, change: 'edit', before: all.map(linkOf) },
      params: { disks: disks.map(({ id, boot_order }) => `${id}: ${boot_order}`) },
    })
    return { id: host_id, task: task.consul_id }
  })
}

/** What may yet be taken back: all disks of the VM get the places again that they had before. */
const REVERSIBLE = `
  select t.id from task t where t.name = 'disk_change' and t.ended_at is null and t.input->>'host_id' = $1 and jsonb_array_length(t.input->'before') > 0 limit 1`

/**
 * Refuses a change of the places of disks while another one has not ended: if that failed, what was accepted after it would be lost.
 * The caller holds the VM.
 * @throws PanelError `wrong_state`
 */
export async function requirePlacesSettled(work: Work, host_id: number): Promise<void> {
  if ((await work.sql(REVERSIBLE, [String(host_id)])).length === 0) return
  throw wrongState(
    msg`Bus or order of the disks of the VM are being changed: wait until this has finished, or cancel it`,
    'disks',
  )
}

/** Disks that are on their way would get back what another change takes from them. */
export function requireSettled(all: readonly disk[]): void {
  const moving = all.find((one) => one.state !== 'active')
  if (moving)
    throw wrongState(msg`The disk ${moving.name} is being changed: wait until this has finished`, moving.state)
}
