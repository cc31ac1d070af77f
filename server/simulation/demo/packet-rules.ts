import { db } from '../../db/pool.ts'
import { hostNetworkEndpoints } from '../../features/virtualization/host/network/endpoints.ts'
import type { frontDoor } from './front-door.ts'
import { demoPacketRules } from './plan/packet-rules.ts'

/** Gives VMs of the demo the packet rules of the plan, unless they have some. @returns the tasks */
export async function givePacketRules(
  ask: Awaited<ReturnType<typeof frontDoor>>,
  cluster_id: number,
): Promise<number[]> {
  const tasks: number[] = []
  for (const [name, rules] of Object.entries(demoPacketRules)) {
    const host = await db().prisma.host.findFirst({ where: { name, cluster_id, state: 'active' } })
    if (!host || (host.packet_rules as unknown[]).length > 0) continue
    tasks.push(
      (await ask(hostNetworkEndpoints.changePacketRules, { params: { host_id: host.id }, body: { rules } })).task,
    )
  }
  return tasks
}
