import type { Node } from '../../server/domain/node/record.ts'
import { isNodeState, type NodeState } from '../../server/domain/node/states.ts'
import type { StateKind } from '../ui/display/state-mark.tsx'

export const nodeKinds = {
  creating: 'run',
  active: 'on',
  crashed: 'fault',
  unavailable: 'fault',
  deleting: 'run',
} as const satisfies Record<NodeState, StateKind>

export type NodeFace = {
  kind: StateKind
  state: NodeState
  /** A label beside the state: no new VMs, in maintenance. */
  also: 'maintenance' | 'blocked' | null
  /** Why it is as it is, in the server's words. */
  cause: string | null
}

/** How the state of a node is shown. */
export function nodeFace(
  node: Pick<Node, 'state' | 'libvirt_error' | 'maintenance_mode' | 'host_creation_blocked'>,
): NodeFace {
  const state = isNodeState(node.state) ? node.state : 'unavailable'
  const also = node.maintenance_mode ? 'maintenance' : node.host_creation_blocked ? 'blocked' : null
  const faulty = state === 'crashed' || state === 'unavailable' || state === 'active'
  const cause = faulty ? node.libvirt_error : null
  // It runs, but a component of it does not: the VMs stay in reach.
  if (state === 'active' && cause) return { kind: 'warn', state, also, cause }
  return { kind: state === 'active' && also ? 'pause' : nodeKinds[state], state, also, cause }
}

/** How much of a node is taken. Without a limit cores may be given any number of times, so that is no share of anything. */
export const nodeShares = (node: Node) => ({
  cpu: { used: node.cpu_percent, of: 100 },
  vcpu: node.vcpu_limit >= 0 ? { used: node.cpu.used, of: node.vcpu_limit } : null,
  ram: { used: node.ram_mib.used, of: node.ram_mib.total },
  allocated: { used: node.ram_mib.allocated, of: Math.round(node.ram_mib.total * node.overselling) },
  storage: { used: node.storage_mib.used, of: node.storage_mib.total },
})

/** A system by name and number, as far as people tell them apart in a list: without "GNU/Linux" and the name of the release. */
export const shortSystem = (name: string): string => name.replace(/ GNU\/Linux\b/, '').replace(/ \([^)]*\)$/, '')
