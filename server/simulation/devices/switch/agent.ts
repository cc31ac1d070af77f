import { Agent } from '../../peers/snmp/agent.ts'
import type { AgentUser } from '../../peers/snmp/agent-users.ts'
import { AgentView } from '../../peers/snmp/agent-view.ts'
import { commonColumns } from './common-columns.ts'
import { interfaceColumns, type SwitchColumn } from './interface-columns.ts'
import type { SimulatedKind, SimulatedSwitch } from './model.ts'
import {
  aggregateColumns,
  bridgePortColumns,
  fdbColumns,
  lldpColumns,
  plainFdbColumns,
  showVlan,
} from './table-columns.ts'
import { vendorAColumns } from './vendor-a-columns.ts'

const readOnly = ({ write: _, ...column }: SwitchColumn): SwitchColumn => column

const shared = [...interfaceColumns, ...lldpColumns, ...bridgePortColumns, ...aggregateColumns]

const views: Record<SimulatedKind, AgentView<SimulatedSwitch>> = {
  snmp_common: new AgentView([...shared, ...fdbColumns, ...commonColumns]),
  vendorA_snmp: new AgentView([...shared, ...plainFdbColumns, ...vendorAColumns]),
  // Configured over NETCONF: what SNMP would set is not offered.
  vendorB_without_els: new AgentView([...shared, ...fdbColumns].map(readOnly)),
}

/** Communities of simulated devices. */
export const simulatedCommunity = { read: 'public', write: 'private' } as const

/** The user of simulated devices that speak version 3: signs with SHA, encrypts with AES. */
export const simulatedUser: AgentUser & { privacy: object } = {
  name: 'datahall',
  auth: { protocol: 'sha', password: 'demo-auth-password' },
  privacy: { protocol: 'aes', password: 'demo-privacy-password' },
  writes: true,
}

/**
 * Serves a simulated switch on an address as a real SNMP agent, of versions 1 and 2c or of version 3 alone. Hundreds fit into one
 * process: they share what they answer with and differ only in their models.
 */
export function serveSwitch(
  model: SimulatedSwitch,
  at: { address: string; port: number; v3?: boolean | undefined },
): Promise<Agent<SimulatedSwitch>> {
  const { address, port, v3 } = at
  const communities = { readCommunity: simulatedCommunity.read, writeCommunity: simulatedCommunity.write }
  const suffixed = model.kind === 'vendorA_snmp' ? showVlan : undefined
  return Agent.listen(
    views[model.kind],
    model,
    { address, port, ...communities, ...(v3 && { users: [simulatedUser] }) },
    suffixed,
  )
}
