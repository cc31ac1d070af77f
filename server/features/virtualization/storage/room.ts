import { DEFAULT_FOLDER, TAKES_NO_MORE } from '../../../domain/storage/kinds.ts'
import { promised } from './sql.ts'

/**
 * SQL, to be joined to the node `n`: how the storage that disks go to is there (`room.state`), how many MiB may still be promised
 * (`room.free`), and how many written before it is nearly full (`room.empty`; null: its size is not known). The folder that clusters begin with is read with the node, more often than storages are, and so is what was never looked at; one that is nearly full takes nothing more, because a
 * full one would pause all VMs on it.
 * @param storage SQL of its id; null: the main one of the cluster
 */
export const roomOf = (storage: string): string => `left join lateral (
  select x.state, greatest(0, least(floor(x.total * ${TAKES_NO_MORE} / 100.0) - x.used, floor(x.total * x.overselling) - x.promised))::bigint as free,
         case when x.total > 0 then greatest(0, floor(x.total * ${TAKES_NO_MORE} / 100.0) - x.used)::bigint end as empty, x.name
    from (select s.name, case when ns.state = 'failed' then ns.state when s.state <> 'active' or not cs.enabled or not coalesce(ns.enabled, true) then 'disabled'
                      when ns.storage_id is null and s.type <> 'file' then 'unknown' else coalesce(ns.state, 'active') end as state,
                 case when o.is_own then n.storage_total_mib else ns.total_mib end as total,
                 case when o.is_own then n.storage_used_mib else ns.used_mib end as used,
                 coalesce(ns.hdd_overselling, cs.hdd_overselling) as overselling, ${promised('s.id', 'n.id')} as promised
            from cluster_storage cs join storage s on s.id = cs.storage_id
            left join node_storage ns on ns.storage_id = s.id and ns.node_id = n.id
           cross join lateral (select ns.checked_at is null or (s.type = 'file' and coalesce(cs.virt_pool->>'vm_storage_path', '${DEFAULT_FOLDER}') = '${DEFAULT_FOLDER}') as is_own) o
           where cs.cluster_id = n.cluster_id and case when ${storage}::int is null then cs.is_main else s.id = ${storage}::int end
           limit 1) x) room on true`
