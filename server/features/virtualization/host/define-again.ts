import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { nodeConnection } from '../node/connections.ts'
import { domainSpec } from './domain-spec.ts'
import { storagePath } from './files.ts'

/** Defines a VM again that its node has forgotten, from its record; its disks have to be there still. */
export async function defineAgain(row: host, node_id: number, signal: AbortSignal): Promise<void> {
  const connection = await nodeConnection(node_id, signal)
  if (await connection.domain(row.internal_name, signal)) return
  const { prisma } = db()
  const [at, disks] = await Promise.all([
    prisma.node.findUniqueOrThrow({ where: { id: node_id } }),
    prisma.disk.findMany({ where: { host_id: row.id }, orderBy: [{ boot_order: 'asc' }, { id: 'asc' }] }),
  ])
  const folder = await storagePath(row.cluster_id, disks[0]?.storage_id ?? 0)
  await connection.defineDomain(await domainSpec(row, at, disks, folder), signal)
}
