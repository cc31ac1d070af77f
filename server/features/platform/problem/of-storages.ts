import { SOON_DAYS } from '../../../domain/problem/rules.ts'
import { DEFAULT_FOLDER, NEARLY_FULL, TAKES_NO_MORE } from '../../../domain/storage/kinds.ts'
import { FULL_IN_DAYS, growth } from '../../virtualization/storage/outlook.ts'
import { IS_SHARED, isLivedOn } from '../../virtualization/storage/sql.ts'
import type { Part } from './part.ts'

const storage = { about: 'storage', id: 's.id', name: 's.name' } as const

/** Storages that are so on some of the nodes that answer, with these nodes and the cause of the first: those that take disks, or keep some. */
const wrong = (state: 'failed' | 'degraded') => `(
  select ns.storage_id, string_agg(n.name, ', ' order by n.name) as nodes, min(ns.error_at) as since, (array_agg(ns.error order by ns.error_at))[1] as cause,
         array_agg(ns.node_id) as node_ids
    from node_storage ns join node n on n.id = ns.node_id and n.state = 'active'
    join storage s on s.id = ns.storage_id join cluster_storage cs on cs.cluster_id = n.cluster_id and cs.storage_id = s.id
   where ns.state = '${state}' and ((ns.enabled and cs.enabled and s.state = 'active') or ${isLivedOn('s.id', 'n.id')})
   group by ns.storage_id) w join storage s on s.id = w.storage_id where true`

/** Storages where disks have no volume, by the last comparison, with some of these disks and their VMs. */
const GONE = `(
  select f.storage_id, min(f.found_at) as since, count(distinct d.host_id)::int as hosts,
         array_to_string((array_agg(coalesce(h.name || ': ', '') || d.name order by d.id))[1:5], ', ')
           || case when count(*) > 5 then ', …' else '' end as disks
    from storage_finding f join disk d on d.id = f.disk_id left join host h on h.id = d.host_id
   where f.kind = 'disk' group by f.storage_id) w join storage s on s.id = w.storage_id where true`

/** The fullest node of each; the folder that clusters begin with is judged with its node. */
const full = (from: number, below: number | null) => `(
  select distinct on (ns.storage_id) ns.storage_id, n.name as node, ns.used_mib, ns.total_mib, 100.0 * ns.used_mib / ns.total_mib as percent,
         (select max(u.at) from storage_use u where u.storage_id = ns.storage_id and u.node_id = ns.node_id and u.level = 3600
             and u.used_mib * 100 < u.total_mib * ${from}) as since
    from node_storage ns join node n on n.id = ns.node_id join storage s on s.id = ns.storage_id
    join cluster_storage cs on cs.cluster_id = n.cluster_id and cs.storage_id = s.id
   where ns.total_mib > 0 and ns.used_mib * 100 >= ns.total_mib * ${from}
     and not (s.type = 'file' and coalesce(cs.virt_pool->>'vm_storage_path', '${DEFAULT_FOLDER}') = '${DEFAULT_FOLDER}')
   order by ns.storage_id, ns.used_mib::float8 / ns.total_mib desc) w join storage s on s.id = w.storage_id
  where true${below === null ? '' : ` and w.percent < ${below}`}`

/** The node of each on which it is full first, where that is soon; one that takes nothing more is said to be full. */
const FILLS = `(
  select distinct on (ns.storage_id) ns.storage_id, case when not (${IS_SHARED}) then n.name end as node, d.days
    from node_storage ns join node n on n.id = ns.node_id join storage s on s.id = ns.storage_id ${growth}
   cross join lateral (select ${FULL_IN_DAYS} as days) d
   where ns.total_mib > 0 and ns.used_mib * 100 < ns.total_mib * ${TAKES_NO_MORE} and d.days < ${SOON_DAYS}
   order by ns.storage_id, d.days, n.id) w join storage s on s.id = w.storage_id where true`

const hosts = '(select count(distinct d.host_id)::int from disk d where d.storage_id = s.id'

/** Problems of storages: away, without redundancy, without volumes of disks, nearly full, so full that they take nothing more, and full soon. */
export const ofStorages: readonly Part[] = [
  {
    ...storage,
    kind: 'storage_away',
    part: 'w.nodes',
    cause: 'w.cause',
    since: 'w.since',
    hosts: `${hosts} and d.node_id = any(w.node_ids))`,
    from: wrong('failed'),
  },
  {
    ...storage,
    kind: 'storage_lost',
    severity: 'warning',
    part: 'w.nodes',
    cause: 'w.cause',
    since: 'w.since',
    hosts: `${hosts} and d.node_id = any(w.node_ids))`,
    from: wrong('degraded'),
  },
  {
    ...storage,
    kind: 'storage_disk',
    part: 'w.disks',
    since: 'w.since',
    hosts: 'w.hosts',
    from: GONE,
  },
  {
    ...storage,
    kind: 'storage_full',
    part: 'w.node',
    used: 'w.used_mib',
    total: 'w.total_mib',
    since: 'w.since',
    from: full(TAKES_NO_MORE, null),
  },
  {
    ...storage,
    kind: 'storage_full',
    severity: 'warning',
    part: 'w.node',
    used: 'w.used_mib',
    total: 'w.total_mib',
    since: 'w.since',
    from: full(NEARLY_FULL, TAKES_NO_MORE),
  },
  {
    ...storage,
    kind: 'storage_fills',
    severity: 'warning',
    part: 'w.node',
    value: 'w.days',
    bound: String(SOON_DAYS),
    from: FILLS,
  },
]
