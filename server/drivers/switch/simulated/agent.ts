import { Agent } from '../../../protocols/snmp/agent.ts'
import { AgentView } from '../../../protocols/snmp/agent-view.ts'
import { commonColumns } from './common-columns.ts'
import { interfaceColumns, type SwitchColumn } from './interface-columns.ts'
import type { SimulatedKind, SimulatedSwitch } from './model.ts'
import { bridgeColumns, lldpColumns } from './table-columns.ts'
import { vendorAColumns } from './vendor-a-columns.ts'

const readOnly = ({ write: _, ...column }: SwitchColumn): SwitchColumn => column

const views: Record<SimulatedKind, AgentView<SimulatedSwitch>> = {
  snmp_common: new AgentView([...interfaceColumns, ...lldpColumns, ...bridgeColumns, ...commonColumns]),
  vendorA_snmp: new AgentView([...interfaceColumns, ...lldpColumns, ...bridgeColumns, ...vendorAColumns]),
  // Configured over NETCONF: what SNMP would set is not offered.
  vendorB_without_els: new AgentView([...interfaceColumns, ...lldpColumns, ...bridgeColumns].map(readOnly)),
}

/** Communities of simulated devices. */
export const simulatedCommunity = { read: 'public', write: 'private' } as const

/**
 * Serves a simulated switch on an address as a real SNMP agent (versions 1 and 2c). Hundreds fit into one process: they share
 * what they answer with and differ only in their models.
 */
export function serveSwitch(
  model: SimulatedSwitch,
  at: { address: string; port: number },
): Promise<Agent<SimulatedSwitch>> {
  const communities = { readCommunity: simulatedCommunity.read, writeCommunity: simulatedCommunity.write }
  return Agent.listen(views[model.kind], model, { ...at, ...communities })
}
