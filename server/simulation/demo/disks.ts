import { db } from '../../db/pool.ts'
import { diskEndpoints } from '../../features/virtualization/disk/endpoints.ts'
import type { frontDoor } from './front-door.ts'

type Ask = Awaited<ReturnType<typeof frontDoor>>

const GIB = 1024
/** Disks that belong to no VM: the owner's place among those of the demo. */
const free = [
  { name: 'archive-2025', size_mib: 60 * GIB, owner: 0 },
  { name: 'spare-data', size_mib: 20 * GIB, owner: 1 },
] as const
/** A second disk of VMs. */
const second = [
  { host: 'monitor-2', name: 'monitor-2-series', size_mib: 40 * GIB, bus: 'scsi' },
  { host: 'mail-2', name: 'mail-2-spool', size_mib: 20 * GIB, bus: 'virtio' },
] as const

/** Makes those that are not there yet. @returns the tasks */
export async function demoDisks(ask: Ask, cluster_id: number, owners: readonly number[]): Promise<number[]> {
  const { prisma } = db()
  const known = new Set((await prisma.disk.findMany({ where: { cluster_id } })).map(({ name }) => name))
  const [node] = await prisma.node.findMany({ where: { cluster_id, state: 'active' }, orderBy: { id: 'asc' }, take: 1 })
  const tasks: number[] = []
  for (const { owner, ...disk } of free.filter(({ name }) => !known.has(name)))
    tasks.push((await ask(diskEndpoints.create, { body: { ...disk, account: owners[owner], node: node?.id } })).task)
  for (const { host: name, ...disk } of second.filter((one) => !known.has(one.name))) {
    const host = await prisma.host.findFirst({ where: { name, cluster_id, state: { in: ['active', 'stopped'] } } })
    if (host) tasks.push((await ask(diskEndpoints.add, { params: { host_id: host.id }, body: disk })).task)
  }
  return tasks
}

/** Deletes those that belong to no VM, on nodes that are about to go. @returns the tasks */
export async function deleteFreeDisks(ask: Ask, cluster_id: number): Promise<number[]> {
  const tasks: number[] = []
  for (const { id } of await db().prisma.disk.findMany({ where: { cluster_id, host_id: null, state: 'active' } }))
    tasks.push((await ask(diskEndpoints.delete, { params: { disk_id: id } })).task)
  return tasks
}
