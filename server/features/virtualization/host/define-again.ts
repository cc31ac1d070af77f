import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { notYetOnVm } from '../../../domain/disk/states.ts'
import type { DomainSpec } from '../../../drivers/hypervisor/domain-types.ts'
import { nodeConnection } from '../node/connections.ts'
import { requireNoBrokenMove } from './disks/move/broken.ts'
import { domainSpec } from './domain-spec.ts'

/**
 * Of disks that are on their way to a VM or from it: the one that it has from now on, and the one that it has no more. `moved`: one that is
 * elsewhere from now on.
 */
type Moving = {
  with?: number | null
  without?: number | null
  moved?: { id: number; path: string; storage_id: number }
}

/** Everything the node of a VM needs to run it, from its record: with the disks that it has at present. */
export async function presentSpec(row: host, node_id: number, moving: Moving = {}): Promise<DomainSpec> {
  const { prisma } = db()
  const [at, all] = await Promise.all([
    prisma.node.findUniqueOrThrow({ where: { id: node_id } }),
    prisma.disk.findMany({ where: { host_id: row.id }, orderBy: [{ boot_order: 'asc' }, { id: 'asc' }] }),
  ])
  const absent: readonly string[] = notYetOnVm
  const { moved } = moving
  if (!moved) await requireNoBrokenMove(all)
  const disks = all
    .filter((one) => one.id !== moving.without && (one.id === moving.with || !absent.includes(one.state)))
    .map((one) => (one.id === moved?.id ? { ...one, ...moved } : one))
  return domainSpec(row, at, disks)
}

/** Defines a VM again that its node has forgotten, from its record; its disks have to be there still. */
export async function defineAgain(row: host, node_id: number, signal: AbortSignal): Promise<void> {
  const connection = await nodeConnection(node_id, signal)
  if (await connection.domain(row.internal_name, signal)) return
  await connection.defineDomain(await presentSpec(row, node_id), signal)
}
