import type { host } from '../../../../../generated/prisma/client.ts'
import type { PacketRule } from '../../../../domain/host/packet-rules.ts'
import type { FirewallRule } from '../../../../drivers/hypervisor/packet-types.ts'

/** The rules of a VM as its node is given them: those of the documents, then its own, without those that are switched off. */
export function rulesForNode(row: Pick<host, 'firewall_rules' | 'packet_rules'>): FirewallRule[] {
  const own = (row.packet_rules as unknown as PacketRule[]).filter(({ enabled }) => enabled)
  return [...(row.firewall_rules as unknown as FirewallRule[]), ...own.map(forNode)]
}

const forNode = ({ action, direction, protocols, portstart, portend, peers, rate }: PacketRule): FirewallRule => ({
  action,
  direction,
  protocols,
  portstart: portstart ?? 1,
  portend: portend ?? 65_535,
  ...(peers.length > 0 && { peers }),
  ...(rate !== null && { rate }),
})
