import type { host } from '../../../../../generated/prisma/client.ts'
import type { PacketRule } from '../../../../domain/host/packet-rules.ts'
import { type RuleGroup, storedRules, withMembers } from '../../../../domain/host/rule-groups.ts'
import type { FirewallRule } from '../../../../drivers/hypervisor/packet-types.ts'

/**
 * The rules of a VM as its node is given them: those of the documents, then its own, without those that are switched off, and with
 * what their groups have now. Where the node cannot reject, what the VM brought along from another node is dropped: closed it stays.
 */
export function rulesForNode(
  row: Pick<host, 'firewall_rules' | 'packet_rules'>,
  { rejects, groups }: { rejects: boolean; groups: readonly RuleGroup[] },
): FirewallRule[] {
  const own = withMembers(storedRules(row.packet_rules), groups)
    .filter(({ enabled }) => enabled)
    .map(forNode)
  const possible = own.map((rule) =>
    rule.action === 'reject' && !rejects ? { ...rule, action: 'drop' as const } : rule,
  )
  return [...(row.firewall_rules as unknown as FirewallRule[]), ...possible]
}

/** Whether there is any such rule. */
export const hasRules = (row: Pick<host, 'firewall_rules' | 'packet_rules'>) =>
  rulesForNode(row, { rejects: false, groups: [] }).length > 0

const forNode = ({
  action,
  direction,
  protocols,
  portstart,
  portend,
  peers,
  group,
  rate,
}: PacketRule): FirewallRule => ({
  action,
  direction,
  protocols,
  portstart: portstart ?? 1,
  portend: portend ?? 65_535,
  ...((peers.length > 0 || group !== null) && { peers }),
  ...(rate !== null && { rate }),
})
