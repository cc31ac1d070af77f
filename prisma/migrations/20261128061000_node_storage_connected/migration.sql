-- AlterTable
ALTER TABLE "node_storage" ADD COLUMN     "connected_at" TIMESTAMPTZ(3);

-- A size was read of those that have been connected; the folder that a cluster begins with has one before.
update node_storage ns set connected_at = checked_at
  from node n, cluster_storage cs, storage s
 where n.id = ns.node_id and cs.cluster_id = n.cluster_id and cs.storage_id = ns.storage_id and s.id = ns.storage_id
   and ns.checked_at is not null and ns.total_mib > 0
   and not (ns.state = 'failed' and s.type = 'file' and coalesce(cs.virt_pool->>'vm_storage_path', '/vm') = '/vm');
