import type { cluster, host, node } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import type { DiskCopy } from '../../../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../../../shared/text.ts'
import { type PlacedDisk, withPaths } from '../disks/storage.ts'
import { hostFolder, seedPath } from '../files.ts'

export type ClonePlan = {
  row: host
  source: host
  home: cluster
  at: node
  node_id: number
  disks: PlacedDisk[]
  copies: DiskCopy[]
  folder: string
  seed: string
}

/** What is copied where. */
export async function readPlan(host_id: number, source_id: number): Promise<ClonePlan> {
  const { prisma } = db()
  const row = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const source = await prisma.host.findUniqueOrThrow({ where: { id: source_id } })
  const node_id = row.node_id
  if (node_id === null || node_id !== source.node_id)
    throw wrongState(msg`The VM was moved to another node in the meantime: clone it again`)
  const byId = { orderBy: { id: 'asc' } } as const
  const [home, at, disks, from] = await Promise.all([
    prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } }),
    prisma.node.findUniqueOrThrow({ where: { id: node_id } }),
    prisma.disk.findMany({ where: { host_id }, ...byId }),
    prisma.disk.findMany({ where: { host_id: source_id }, ...byId }),
  ])
  const folder = await hostFolder(row)
  // Copies were made in the order of the disks.
  const [own, theirs] = await Promise.all([withPaths(disks, row), withPaths(from, source)])
  const copies = own.map((one, n): DiskCopy => {
    const original = theirs[n]
    if (!original || from.length !== disks.length || original.target_dev !== one.target_dev)
      throw wrongState(msg`The disks of the VM were changed in the meantime: clone it again`)
    return { target_dev: one.target_dev ?? 'vda', from: original.path, to: one.path }
  })
  return { row, source, home, at, node_id, disks: own, copies, folder, seed: seedPath(folder, row) }
}
