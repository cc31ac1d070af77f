import type { host } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { Size } from '../../../domain/host/size.ts'
import { unmet } from '../../../domain/host-filter/evaluate.ts'
import {
  type Capability,
  type Need,
  needsOf,
  possibleCapabilities,
  refusalMessage,
  unmetNeed,
} from '../../../domain/node/capabilities.ts'
import {
  type Candidate,
  fitting,
  type Wanted as NodeWanted,
  type Obstacle,
  obstacle,
  obstacleMessage,
  sizeObstacle,
} from '../../../domain/node/placement.ts'
import { invalidInput, noResources, refused } from '../../../domain/shared/errors.ts'
import { joined, msg } from '../../../shared/text.ts'
import { nodesWithout, type System } from '../image/system.ts'
import { MAIN_BRIDGE } from '../node/main-bridge.ts'
import { DISABLED_OS } from '../os/disabled.ts'
import { lockRoom } from '../storage/lock.ts'
import { roomOf } from '../storage/room.ts'

export type Wanted = Omit<NodeWanted, 'needs' | 'cluster' | 'hdd_mib' | 'stored_mib'> & {
  cluster_id: number
  node_id?: number | undefined
  /** Where its disks go: each storage has to have room for those that are for it. */
  disks: readonly { storage_id: number; size_mib: number }[]
  /** What not every node can do, by the fields of the request. */
  needs: readonly Need[]
  /** Name the nodes and what each lacks: for administrators only. */
  explain: boolean
}

/** SQL of what rehearsals take on the node `n`. */
const rehearsed = (column: 'cpu_number' | 'ram_mib') =>
  `(select coalesce(sum(r.${column}), 0)::int from rehearsal r where r.node_id = n.id and r.cleared_at is null)`

/** Limits of a node as they are now; -1 means none. CPU overselling counts cores times its factor, RAM likewise. */
const CANDIDATES = `
  select n.id, n.name, n.state, n.capabilities, ${DISABLED_OS} as disabled_os, n.host_creation_blocked, n.maintenance_mode, ${MAIN_BRIDGE} as main_bridge,
         n.host_filter || c.host_filter as host_filter,
         (select count(*)::int from host h where h.node_id = n.id) as host_count,
         case when n.host_limit >= 0 and c.host_per_node_limit >= 0 then least(n.host_limit, c.host_per_node_limit)
              else greatest(n.host_limit, c.host_per_node_limit) end as host_limit,
         case when n.vcpu_limit >= 0 then n.vcpu_limit when c.cpu_overselling >= 0 then (n.cpu_number * c.cpu_overselling)::int end as cpu_limit,
         (select coalesce(sum(greatest(h.cpu_number, h.cpu_number_new)), 0)::int from host h where h.node_id = n.id) + ${rehearsed('cpu_number')} as cpu_used,
         (n.ram_mib * n.overselling)::int as ram_limit,
         (select coalesce(sum(greatest(h.ram_mib, h.ram_mib_new)), 0)::int from host h where h.node_id = n.id) + ${rehearsed('ram_mib')} as ram_allocated,
         coalesce(room.state, 'active') as storage_state, coalesce(room.free, n.storage_total_mib - n.storage_used_mib)::float8 as storage_free
    from node n join cluster c on c.id = n.cluster_id ${roomOf('$3')}
   where n.cluster_id = $1::int and ($2::int is null or n.id = $2::int) order by n.id`

/**
 * Chooses the node of a new VM by the cluster's policy: `spread` prefers the least used memory, `tight` the most.
 * Answers it with the bridge of its main network. Placements of one cluster run one after another, so that two VMs
 * never get the last place both.
 */
export async function place(work: Work, asked: Wanted, policy: string): Promise<{ id: number; bridge: string }> {
  const stored = sizesByStorage(asked.disks)
  const hdd_mib = asked.disks.reduce((sum, { size_mib }) => sum + size_mib, 0)
  const want = { ...asked, hdd_mib, cluster: asked.cluster_id }
  await lockRoom(work, want.cluster_id)
  const looks: { want: NodeWanted; nodes: Candidate[] }[] = []
  for (const [storage_id, stored_mib] of stored) {
    const nodes = await work.sql<Candidate>(CANDIDATES, [want.cluster_id, want.node_id ?? null, storage_id])
    looks.push({ want: { ...want, stored_mib }, nodes })
  }
  const nodes = looks[0]?.nodes ?? []
  /** Each look has the same nodes in the same order. */
  const obstacleOf = (at: number): Obstacle | null =>
    looks.reduce<Obstacle | null>((found, look) => found ?? obstacle(look.nodes[at] as Candidate, look.want), null)
  if (nodes.length === 0 && want.node_id !== undefined)
    throw invalidInput(msg`Node ${want.node_id} is not in this cluster`, 'node')
  if (nodes.length === 0) throw noResources(msg`The cluster has no nodes yet: attach one`, 'cluster')
  // Waiting would not help, and no room is not the reason.
  rejectNeeds([...new Set(nodes.flatMap(({ capabilities }) => capabilities))], asked.needs)
  const open = nodes.filter((_, at) => obstacleOf(at) === null)
  const [chosen] = fitting(open, looks[0]?.want ?? want, policy)
  if (!chosen?.main_bridge) {
    const why = nodes.map((_, at) => obstacleOf(at)?.why)
    if (!want.explain && why.every((one) => one === 'system' || one === 'image'))
      throw noResources(
        msg`This system is disabled on all nodes of the cluster: choose another one`,
        why[0] === 'image' ? 'image' : 'os',
      )
    // What is asked for will not fit later either, and whose conditions they are is the administrators' business.
    if (!want.explain && why.every((one) => one === 'filter'))
      throw noResources(
        msg`The cluster does not accept VMs of this system and size: choose another system, size or cluster`,
        'cluster',
      )
    if (!want.explain)
      throw noResources(
        msg`No node has room for a VM of this size at the moment: choose a smaller size, or ask an administrator`,
        'cluster',
      )
    const reasons = nodes.slice(0, 5).map((node, at) => msg`${node.name} ${obstacleMessage(obstacleOf(at)!)}`)
    throw noResources(msg`No node can run the VM: ${joined(reasons, '; ')}`, 'node')
  }
  return { id: chosen.id, bridge: chosen.main_bridge }
}

function sizesByStorage(disks: Wanted['disks']): Map<number, number> {
  const sizes = new Map<number, number>()
  for (const { storage_id, size_mib } of disks) sizes.set(storage_id, (sizes.get(storage_id) ?? 0) + size_mib)
  return sizes
}

/**
 * Refuses what cannot be had wherever the VM runs.
 * @throws PanelError `invalid_input` with the field that asks for it
 */
export function rejectNeeds(has: readonly string[], needs: readonly Need[]): void {
  const need = unmetNeed(has, needs)
  if (need) throw invalidInput(msg`${need.field}: ${refusalMessage(need.capability)}`, need.field)
}

/** Refuses what cannot be done with VMs of a cluster of this type. @throws PanelError `refused` */
export async function requireCapability(
  work: Work,
  { cluster_id }: { cluster_id: number },
  capability: Capability,
): Promise<void> {
  const { virtualization_type } = await work.tx.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
  if (!possibleCapabilities(virtualization_type).includes(capability))
    throw refused(refusalMessage(capability), 'virtualization_type')
}

/** A storage that is disabled keeps what it has, and lets that grow; one that is away does not. */
const awayObstacle = (node: Candidate, { hdd_mib = 0 }: Grown['more']): Obstacle | null => {
  const state = node.storage_state
  return hdd_mib > 0 && (state === 'failed' || state === 'unknown') ? { why: 'storage_state', state } : null
}

type Grown = {
  cluster_id: number
  node_id: number
  storage_id?: number
  more: Size & { hdd_mib?: number }
  explain: boolean
}

/**
 * Makes sure that the node of a VM has room for what it grows by. Like placements, one after another in a cluster.
 * @throws PanelError `no_resources`
 */
export async function makeRoom(work: Work, { cluster_id, node_id, storage_id, more, explain }: Grown): Promise<void> {
  if (more.cpu_number <= 0 && more.ram_mib <= 0 && (more.hdd_mib ?? 0) <= 0) return
  await lockRoom(work, cluster_id)
  const [node] = await work.sql<Candidate>(CANDIDATES, [cluster_id, node_id, storage_id ?? null])
  const lacks = node && (awayObstacle(node, more) ?? sizeObstacle(node, more))
  if (!node || !lacks) return
  throw noResources(
    explain
      ? msg`No room for a VM of this size: ${node.name} ${obstacleMessage(lacks)}`
      : msg`The node of the VM has no room for this size at the moment: choose a smaller size, or ask an administrator`,
    lacks.why === 'cpu'
      ? 'cpu_number'
      : lacks.why === 'storage' || lacks.why === 'storage_state'
        ? 'size_mib'
        : 'ram_mib',
  )
}

/**
 * Makes sure that node and cluster of a VM take one with this system.
 * @throws PanelError `no_resources`
 */
export async function acceptsSystem(work: Work, row: host, system: System): Promise<void> {
  if (row.node_id === null) return
  const [node] = await work.sql<Candidate>(CANDIDATES, [row.cluster_id, row.node_id, null])
  const { _sum } = await work.tx.disk.aggregate({ where: { host_id: row.id }, _sum: { size_mib: true } })
  const { image, os_id } = system
  const value = image ? 'image' : 'os'
  const off = image ? await nodesWithout(work, image.id) : []
  if (node && (off.includes(node.id) || (!image && os_id !== null && node.disabled_os.includes(os_id))))
    throw noResources(msg`${system.name} is disabled on the node of the VM: choose another system`, value)
  const needs = needsOf({ efi_boot: system.efi_boot }).map(({ capability }) => ({ capability, field: value }))
  if (node) rejectNeeds(node.capabilities, needs)
  const { cpu_number, ram_mib, cluster_id: cluster, preset_id: preset } = row
  const hdd_gib = (_sum.size_mib ?? 0) / 1024
  const facts = { os_tag: system.tags, cluster, preset, cpu_number, ram_mib, hdd_gib }
  if (node && unmet(node.host_filter, facts) !== null)
    throw noResources(msg`The node of the VM does not accept VMs with ${system.name}`, value)
}
