/**
 * SQL for the name of the bridge that carries the main network of VMs on the node `n`, or null. A mapping of `interfaces` to
 * cluster interface 0 decides, by the bridge's own name or by that of an interface in it; without one it is the bridge with
 * the default route, else the first. A mapping that leads nowhere has no substitute: VMs would end up in another network.
 */
export const MAIN_BRIDGE = `(
  select b.name from node_interface b
   where b.node_id = n.id and b.type = 'bridge'
     and (not exists (select from jsonb_array_elements(n.interfaces) m where (m->>'cluster_interface')::int = 0)
          or exists (select from jsonb_array_elements(n.interfaces) m where (m->>'cluster_interface')::int = 0
                        and m->>'node_interface' = any(b.name || b.slaves)))
   order by b.is_default desc, b.id limit 1)`

/** The same of the second network of the cluster, which a node has only by its mapping. */
export const SECOND_BRIDGE = `(
  select b.name from node_interface b
   where b.node_id = n.id and b.type = 'bridge'
     and exists (select from jsonb_array_elements(n.interfaces) m where (m->>'cluster_interface')::int = 1
                    and m->>'node_interface' = any(b.name || b.slaves))
   order by b.is_default desc, b.id limit 1)`
