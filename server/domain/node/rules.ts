import { type NodeState, nodeLifecycle } from './states.ts'

/** What can be done to a node. */
export const nodeActions = ['createHost', 'attach', 'edit', 'block', 'delete'] as const
export type NodeAction = (typeof nodeActions)[number]

/** What the rules look at. A state that is not known counts as unavailable. */
export type NodeFacts = {
  state: string
  host_creation_blocked: boolean
  maintenance_mode: boolean
  /** Where its VMs get their main network. */
  main_bridge: string | null
  host_count: number
  /** Negative: none. */
  host_limit: number
}

export type NodeWhyNot = 'state' | 'maintenance' | 'blocked' | 'bridge' | 'full' | 'inUse'

const ruleOf = { createHost: 'host_create', attach: 'attach', edit: 'edit', block: 'edit', delete: 'delete' } as const
const isState = (state: string): state is NodeState => nodeLifecycle.states.some((one) => one === state)

/** Why an operation is not possible now, or undefined: what menus offer. Whether a VM of a certain size fits is for `placement.ts`. */
export function whyNotNode(action: NodeAction, node: NodeFacts): NodeWhyNot | undefined {
  if (!nodeLifecycle.can(ruleOf[action], isState(node.state) ? node.state : 'unavailable').ok) return 'state'
  if (action === 'delete') return node.host_count > 0 ? 'inUse' : undefined
  if (action !== 'createHost') return undefined
  if (node.maintenance_mode) return 'maintenance'
  if (node.host_creation_blocked) return 'blocked'
  if (node.main_bridge === null) return 'bridge'
  return node.host_limit >= 0 && node.host_count >= node.host_limit ? 'full' : undefined
}
