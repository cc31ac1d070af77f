import { msg, type Text } from '../../shared/text.ts'
import type { Cluster } from '../cluster/record.ts'
import { unmet } from '../host-filter/evaluate.ts'
import type { HostFilter } from '../host-filter/read.ts'
import { usableStates } from '../storage/states.ts'
import { type Capability, lackingMessage, type Need, unmetNeed } from './capabilities.ts'
import type { Node } from './record.ts'

/** What a new VM requires of a node. */
export type Wanted = {
  cpu_number: number
  ram_mib: number
  hdd_mib: number
  /** How much of that goes to the storage that is looked at; absent: all of it. */
  stored_mib?: number
  /** What not every node can do. */
  needs?: readonly Need[]
  /** What filters ask besides: undefined while no system is chosen. */
  os_tag: readonly string[] | undefined
  /** The system, when one is chosen: some nodes do not use it. */
  os?: number | null
  /** Nodes that do not use the image, when one is chosen. */
  without?: readonly number[]
  cluster: number
  /** The one it is made with. */
  preset?: number | null
}

/** A node as placement sees it; limits of -1 and null mean none. */
export type Candidate = {
  id: number
  name: string
  state: string
  capabilities: readonly string[]
  /** Systems that are not used on it. */
  disabled_os: readonly number[]
  host_creation_blocked: boolean
  maintenance_mode: boolean
  /** Where its VMs get their main network. */
  main_bridge: string | null
  /** Of the node and of its cluster: all conditions have to hold. */
  host_filter: HostFilter
  host_count: number
  host_limit: number
  cpu_limit: number | null
  cpu_used: number
  ram_limit: number
  ram_allocated: number
  storage_free: number
  /** How the storage is there that its disks go to; absent where that is not looked at. */
  storage_state?: string
}

/** Why a VM cannot be placed on a node; `left` is the remaining capacity, in the unit of the limit. */
export type Obstacle =
  | { why: 'state'; state: string }
  | { why: 'maintenance' }
  | { why: 'blocked' }
  | { why: 'system' }
  | { why: 'image' }
  | { why: 'capability'; capability: Capability }
  | { why: 'bridge' }
  | { why: 'filter'; expression: string }
  | { why: 'host_limit'; limit: number }
  | { why: 'cpu'; left: number }
  | { why: 'ram'; left: number }
  | { why: 'storage'; left: number }
  | { why: 'storage_state'; state: string }

/** Characters of a condition that an error quotes. */
const SHOWN = 200

/** Why a VM cannot be placed on a node, or null. */
export function obstacle(n: Candidate, want: Wanted): Obstacle | null {
  if (n.state !== 'active') return { why: 'state', state: n.state }
  if (n.maintenance_mode) return { why: 'maintenance' }
  if (n.host_creation_blocked) return { why: 'blocked' }
  const { os_tag, cluster, cpu_number, ram_mib, hdd_mib, stored_mib = hdd_mib } = want
  if (want.os != null && n.disabled_os.includes(want.os)) return { why: 'system' }
  if (want.without?.includes(n.id)) return { why: 'image' }
  const expression = unmet(n.host_filter, {
    os_tag,
    cluster,
    preset: want.preset ?? null,
    cpu_number,
    ram_mib,
    hdd_gib: hdd_mib / 1024,
  })
  if (expression !== null) return { why: 'filter', expression }
  const need = unmetNeed(n.capabilities, want.needs ?? [])
  if (need) return { why: 'capability', capability: need.capability }
  if (n.main_bridge === null) return { why: 'bridge' }
  if (stored_mib > 0 && !isUsable(n.storage_state)) return { why: 'storage_state', state: n.storage_state ?? '' }
  if (n.host_limit >= 0 && n.host_count >= n.host_limit) return { why: 'host_limit', limit: n.host_limit }
  return sizeObstacle(n, { cpu_number, ram_mib, hdd_mib: stored_mib })
}

/** A storage that has lost redundancy takes disks; one that is away, disabled or not connected yet does not. */
const isUsable = (state: string | undefined) => state === undefined || usableStates.some((usable) => usable === state)

/** Why a node has no room for so many more processors and so much more memory and storage, or null. */
export function sizeObstacle(
  n: Candidate,
  { cpu_number, ram_mib, hdd_mib = 0 }: Pick<Wanted, 'cpu_number' | 'ram_mib'> & { hdd_mib?: number },
): Obstacle | null {
  if (n.cpu_limit !== null && cpu_number > 0 && n.cpu_used + cpu_number > n.cpu_limit)
    return { why: 'cpu', left: Math.max(0, n.cpu_limit - n.cpu_used) }
  if (ram_mib > 0 && n.ram_allocated + ram_mib > n.ram_limit)
    return { why: 'ram', left: Math.max(0, n.ram_limit - n.ram_allocated) }
  if (hdd_mib > 0 && hdd_mib > n.storage_free) return { why: 'storage', left: Math.max(0, n.storage_free) }
  return null
}

/** The same in words that follow the name of the node. */
export function obstacleMessage(o: Obstacle): Text {
  switch (o.why) {
    case 'state':
      return msg`is ${o.state}`
    case 'maintenance':
      return msg`is in maintenance`
    case 'blocked':
      return msg`accepts no new VMs`
    case 'system':
      return msg`does not use this system`
    case 'image':
      return msg`does not use this image`
    case 'capability':
      return lackingMessage(o.capability)
    case 'filter':
      return msg`accepts only VMs with ${o.expression.slice(0, SHOWN)}`
    case 'bridge':
      return msg`has no network bridge for VMs`
    case 'host_limit':
      return msg`has reached its limit of ${o.limit} VMs`
    case 'cpu':
      return msg`has ${o.left} vCPU free`
    case 'ram':
      return msg`has ${o.left} MiB of RAM free`
    case 'storage':
      return msg`has ${o.left} MiB of storage free`
    case 'storage_state':
      return o.state === 'disabled' ? msg`has the storage disabled` : msg`cannot use the storage at the moment`
  }
}

const load = (n: Candidate) => n.ram_allocated / Math.max(1, n.ram_limit)

/** Nodes that can take the VM, the chosen one first: `spread` prefers the least used memory, `tight` the most. */
export function fitting(nodes: readonly Candidate[], want: Wanted, policy: string): Candidate[] {
  return nodes
    .filter((node) => obstacle(node, want) === null)
    .sort((a, b) => (policy === 'tight' ? load(b) - load(a) : load(a) - load(b)) || a.id - b.id)
}

/** The candidate behind a node's record and its cluster's, as lists show them. */
export function candidateOf(
  n: Node,
  c: Pick<Cluster, 'host_per_node_limit' | 'cpu_overselling' | 'host_filter'>,
): Candidate {
  const limits = [n.host_limit, c.host_per_node_limit]
  return {
    id: n.id,
    name: n.name,
    state: n.state,
    capabilities: n.capabilities,
    disabled_os: n.disabled_os,
    host_creation_blocked: n.host_creation_blocked,
    maintenance_mode: n.maintenance_mode,
    main_bridge: n.main_bridge,
    host_filter: [...(n.host_filter ?? []), ...(c.host_filter ?? [])],
    host_count: n.host_count,
    host_limit: limits.every((limit) => limit >= 0) ? Math.min(...limits) : Math.max(...limits),
    cpu_limit:
      n.vcpu_limit >= 0 ? n.vcpu_limit : c.cpu_overselling >= 0 ? Math.round(n.cpu_number * c.cpu_overselling) : null,
    cpu_used: n.cpu.used,
    ram_limit: Math.round(n.ram_mib.total * n.overselling),
    ram_allocated: n.ram_mib.allocated,
    storage_free: n.storage_mib.total - n.storage_mib.used,
  }
}
