import type { Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'

export type Wanted = {
  cluster_id: number
  node_id?: number | undefined
  cpu_number: number
  ram_mib: number
  hdd_mib: number
  /** Name the nodes and what each lacks: for administrators only. */
  explain: boolean
}

type Candidate = {
  id: number
  name: string
  state: string
  host_creation_blocked: boolean
  maintenance_mode: boolean
  host_count: number
  host_limit: number
  cpu_limit: number | null
  cpu_used: number
  ram_limit: number
  ram_allocated: number
  storage_free: number
}

/** Limits of a node as they are now; -1 means none. CPU overselling counts cores times its factor, RAM likewise. */
const CANDIDATES = `
  select n.id, n.name, n.state, n.host_creation_blocked, n.maintenance_mode,
         (select count(*)::int from host h where h.node_id = n.id) as host_count,
         case when n.host_limit >= 0 and c.host_per_node_limit >= 0 then least(n.host_limit, c.host_per_node_limit)
              else greatest(n.host_limit, c.host_per_node_limit) end as host_limit,
         case when n.vcpu_limit >= 0 then n.vcpu_limit when c.cpu_overselling >= 0 then (n.cpu_number * c.cpu_overselling)::int end as cpu_limit,
         (select coalesce(sum(h.cpu_number), 0)::int from host h where h.node_id = n.id) as cpu_used,
         (n.ram_mib * n.overselling)::int as ram_limit,
         (select coalesce(sum(h.ram_mib), 0)::int from host h where h.node_id = n.id) as ram_allocated,
         n.storage_total_mib - n.storage_used_mib as storage_free
    from node n join cluster c on c.id = n.cluster_id
   where n.cluster_id = $1::int and ($2::int is null or n.id = $2::int) order by n.id`

/** Why a machine cannot go to a node, in words; null when it can. Pure, so that forms can show the same words. */
export function obstacle(n: Candidate, want: Wanted): string | null {
  if (n.state !== 'active') return `is ${n.state}`
  if (n.maintenance_mode) return 'is in maintenance'
  if (n.host_creation_blocked) return 'takes no new machines'
  if (n.host_limit >= 0 && n.host_count >= n.host_limit) return `has its ${n.host_limit} machines already`
  if (n.cpu_limit !== null && n.cpu_used + want.cpu_number > n.cpu_limit)
    return `has ${Math.max(0, n.cpu_limit - n.cpu_used)} virtual CPUs left`
  if (n.ram_allocated + want.ram_mib > n.ram_limit)
    return `has ${Math.max(0, n.ram_limit - n.ram_allocated)} MiB of memory left`
  if (want.hdd_mib > n.storage_free) return `has ${Math.max(0, n.storage_free)} MiB of storage left`
  return null
}

/**
 * Chooses the node of a new machine by the cluster's policy: `spread` takes the least filled by memory, `tight` the most.
 * Placements of one cluster wait for each other, so that two machines never get the last place both.
 */
export async function place(work: Work, want: Wanted, policy: string): Promise<number> {
  await work.sql('select pg_advisory_xact_lock(7272, $1::int)::text', [want.cluster_id])
  const nodes = await work.sql<Candidate>(CANDIDATES, [want.cluster_id, want.node_id ?? null])
  if (nodes.length === 0)
    throw new PanelError(
      'no_resources',
      want.node_id ? `Node ${want.node_id} is not in this cluster` : 'The cluster has no nodes yet: attach one',
      { value: want.node_id ? 'node' : 'cluster' },
    )
  const fitting = nodes.filter((node) => obstacle(node, want) === null)
  if (fitting.length === 0) {
    if (!want.explain)
      throw new PanelError('no_resources', 'There is no room for a machine of this size at the moment', {
        value: 'cluster',
      })
    const reasons = nodes.slice(0, 5).map((node) => `${node.name} ${obstacle(node, want)}`)
    throw new PanelError('no_resources', `No node can take the machine: ${reasons.join('; ')}`, { value: 'node' })
  }
  const load = (n: Candidate) => n.ram_allocated / Math.max(1, n.ram_limit)
  fitting.sort((a, b) => (policy === 'tight' ? load(b) - load(a) : load(a) - load(b)) || a.id - b.id)
  return (fitting[0] as Candidate).id
}
