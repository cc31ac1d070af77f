import type { host } from '../../../../../generated/prisma/client.ts'
import type { PacketRule } from '../../../../domain/host/packet-rules.ts'
import type { FirewallRule } from '../../../../drivers/hypervisor/packet-types.ts'

/**
 * The rules of a VM as its node is given them: those of the documents, then its own, without those that are switched off. Where
 * the node cannot reject, what the VM brought along from another node is dropped: closed it stays.
 */
export function rulesForNode(
  row: Pick<host, 'firewall_rules' | 'packet_rules'>,
  { rejects }: { rejects: boolean },
): FirewallRule[] {
  const own = (row.packet_rules as unknown as PacketRule[]).filter(({ enabled }) => enabled).map(forNode)
  const possible = own.map((rule) =>
    rule.action === 'reject' && !rejects ? { ...rule, action: 'drop' as const } : rule,
  )
  return [...(row.firewall_rules as unknown as FirewallRule[]), ...possible]
}

/** Whether there is any such rule. */
export const hasRules = (row: Pick<host, 'firewall_rules' | 'packet_rules'>) =>
  rulesForNode(row, { rejects: false }).length > 0

const forNode = ({ action, direction, protocols, portstart, portend, peers, rate }: PacketRule): FirewallRule => ({
  action,
  direction,
  protocols,
  portstart: portstart ?? 1,
  portend: portend ?? 65_535,
  ...(peers.length > 0 && { peers }),
  ...(rate !== null && { rate }),
})
