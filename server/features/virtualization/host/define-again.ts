import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { DomainSpec } from '../../../drivers/hypervisor/domain-types.ts'
import { nodeConnection } from '../node/connections.ts'
import { domainSpec } from './domain-spec.ts'
import { storagePath } from './files.ts'

/** Everything the node of a VM needs to run it, from its record. */
export async function presentSpec(row: host, node_id: number): Promise<DomainSpec> {
  const { prisma } = db()
  const [at, disks] = await Promise.all([
    prisma.node.findUniqueOrThrow({ where: { id: node_id } }),
    prisma.disk.findMany({ where: { host_id: row.id }, orderBy: [{ boot_order: 'asc' }, { id: 'asc' }] }),
  ])
  return domainSpec(row, at, disks, await storagePath(row.cluster_id, disks[0]?.storage_id ?? 0))
}

/** Defines a VM again that its node has forgotten, from its record; its disks have to be there still. */
export async function defineAgain(row: host, node_id: number, signal: AbortSignal): Promise<void> {
  const connection = await nodeConnection(node_id, signal)
  if (await connection.domain(row.internal_name, signal)) return
  await connection.defineDomain(await presentSpec(row, node_id), signal)
}
