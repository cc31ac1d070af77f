import { db } from '../../db/pool.ts'
import { addressGroupEndpoints } from '../../features/virtualization/address-group/endpoints.ts'
import { hostNetworkEndpoints } from '../../features/virtualization/host/network/endpoints.ts'
import { type frontDoor, tasksOver } from './front-door.ts'
import { demoGroups, demoRuled, demoRules } from './plan/packet-rules.ts'

/** Gives a VM packet rules, and its owner the groups of addresses that they name; both go with the owner. */
export async function makePacketRules(
  ask: Awaited<ReturnType<typeof frontDoor>>,
  cluster: number,
  signal: AbortSignal,
): Promise<void> {
  const { prisma } = db()
  const host = await prisma.host.findFirst({ where: { name: demoRuled, cluster_id: cluster, state: 'active' } })
  if (!host) return
  const groups: number[] = []
  for (const group of demoGroups) {
    // What an earlier try of this step has made.
    const there = await prisma.address_group.findFirst({ where: { name: group.name, account_id: host.account_id } })
    groups.push(
      there?.id ?? (await ask(addressGroupEndpoints.create, { body: { ...group, account: host.account_id } })).id,
    )
  }
  const rules = demoRules.map(({ from, ...rule }) => ({
    ...rule,
    group: from === undefined ? null : (groups[from] ?? null),
  }))
  const params = { host_id: host.id }
  const { task } = await ask(hostNetworkEndpoints.changePacketRules, { params, body: { rules } })
  await tasksOver([task], signal)
}
