import { db } from '../../../db/pool.ts'
import { notFound, refused } from '../../../domain/shared/errors.ts'
import type { UtilityBoot, UtilityDisk } from '../../../drivers/hypervisor/utility-types.ts'
import type { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { msg } from '../../../shared/text.ts'
import { utilityFiles } from '../../../utility-guest/files.ts'
import { nodeConnection } from '../node/connections.ts'

/** How a helper guest runs on a node: its files lie with the images of systems. @throws PanelError refused on a node of containers */
export async function utilityBoot(node_id: number): Promise<UtilityBoot> {
  const node = await db().prisma.node.findUnique({ where: { id: node_id } })
  if (!node) throw notFound(msg`Node`, node_id)
  const cluster = await db().prisma.cluster.findUniqueOrThrow({ where: { id: node.cluster_id } })
  if (node.accelerator !== 'kvm' && node.accelerator !== 'tcg')
    throw refused(msg`Node ${node.name} runs no virtual machines, so no helper guest either`)
  return { accelerator: node.accelerator, folder: cluster.os_storage_path, files: utilityFiles }
}

/** Starts a helper guest with a disk on a node; it is the caller's to close. @throws PanelError */
export async function openGuest(node_id: number, disk: UtilityDisk, signal: AbortSignal): Promise<UtilityGuest> {
  const boot = await utilityBoot(node_id)
  return (await nodeConnection(node_id, signal)).openUtilityGuest(boot, disk, signal)
}
