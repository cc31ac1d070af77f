import type { Actor } from '../../../api/context.ts'
import { defineList, type ListSpec } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { clusterFields } from '../../../domain/cluster/fields.ts'
import { virtualizationTypes } from '../../../domain/cluster/kinds.ts'
import { msg } from '../../../shared/text.ts'
import { API_TYPE } from '../storage/sql.ts'

const adminOnly = (actor: Actor) => actor.isAdmin

const countHosts = '(select count(*)::int from host h where h.cluster_id = cl.id)'
const nodeSum = (column: string) =>
  `(select coalesce(sum(n.${column}), 0)::bigint from node n where n.cluster_id = cl.id)`
const hostSum = (column: string) =>
  `(select coalesce(sum(h.${column}), 0)::bigint from host h where h.cluster_id = cl.id)`

/** Of nodes that can take VMs, or could: one in maintenance keeps what it has. */
const ABILITIES = `coalesce((select to_json(array_agg(distinct a.name order by a.name)) from node n, unnest(n.capabilities) as a(name)
  where n.cluster_id = cl.id), '[]'::json)`

const storageShape = {
  id: 's.id',
  name: 's.name',
  type: API_TYPE,
  enabled: 'cs.enabled',
  is_main: 'cs.is_main',
  virt_pool: `jsonb_build_object('vm_storage_path', null, 'volume_group', null, 'zfs_pool_name', null, 'nas_storage_path', null, 'rbd_pool_name', null,
    'rbd_user', null, 'placement_groups', null, 'network_disk_path', null) || cs.virt_pool`,
  tags: "(select coalesce(json_agg(st.tag_id order by st.tag_id), '[]') from storage_tagged st where st.storage_id = s.id)",
}
const storageFrom = 'cluster_storage cs join storage s on s.id = cs.storage_id where cs.cluster_id = cl.id'

const clusters: ListSpec<Actor> = {
  name: 'cluster',
  what: msg`Cluster`,
  from: 'cluster cl',
  fields: {
    id: { type: 'int', sql: 'cl.id' },
    ...listFields(clusterFields, 'cl'),
    virtualization_type: { type: 'enum', sql: 'cl.virtualization_type', values: virtualizationTypes },
    datacenter_type: { type: 'enum', sql: 'cl.datacenter_type', values: ['common', 'vendor_dc', 'ip_fabric'] },
    host_count: { type: 'int', sql: countHosts, only: adminOnly },
    state: { type: 'enum', sql: 'cl.state', values: ['active', 'deleting'], only: adminOnly },
    domain_template: { type: 'text', sql: 'cl.domain_template', nullable: true, only: adminOnly },
    node_count: { type: 'int', sql: '(select count(*)::int from node n where n.cluster_id = cl.id)', only: adminOnly },
    dsw_active: { type: 'bool', sql: 'false', only: adminOnly },
    'cpu_number.total': { type: 'int', sql: nodeSum('cpu_number'), only: adminOnly },
    'cpu_number.used': { type: 'int', sql: hostSum('cpu_number'), only: adminOnly },
    'ram_mib.total': { type: 'int', sql: nodeSum('ram_mib'), only: adminOnly },
    'ram_mib.used': { type: 'int', sql: nodeSum('ram_used_mib'), only: adminOnly },
    'storage_mib.total': { type: 'int', sql: nodeSum('storage_total_mib'), only: adminOnly },
    'storage_mib.used': { type: 'int', sql: nodeSum('storage_used_mib'), only: adminOnly },
    host_filter: { type: 'json', sql: 'cl.host_filter', only: adminOnly },
    datacenter_params: { type: 'json', sql: 'cl.datacenter_params', nullable: true, only: adminOnly },
    dns_servers: { type: 'array', sql: 'cl.dns_servers', only: adminOnly },
    node_network: { type: 'json', sql: 'cl.node_network', nullable: true, only: adminOnly },
    balancer_config: { type: 'json', sql: 'cl.balancer_config', nullable: true, only: adminOnly },
    interfaces: { type: 'json', sql: 'cl.interfaces', only: adminOnly },
    version: { type: 'int', sql: 'cl.version', only: adminOnly },
    storages: { type: 'json', sql: jsonList(storageShape, storageFrom, 's.id'), only: adminOnly },
    storage: {
      type: 'json',
      nullable: true,
      sql: `(${jsonList(storageShape, `${storageFrom} and cs.is_main`, 's.id')}->0)`,
      only: adminOnly,
    },
    ippools: {
      type: 'json',
      sql: jsonList(
        { id: 'p.id', name: 'p.name' },
        'ippool p where exists (select from ippool_cluster pc where pc.ippool_id = p.id and pc.cluster_id = cl.id)',
        'p.id',
      ),
      only: adminOnly,
    },
    backup_locations: {
      type: 'json',
      sql: jsonList(
        { id: 'bl.id', name: 'bl.name' },
        'backup_location bl join backup_location_cluster bc on bc.backup_location_id = bl.id and bc.cluster_id = cl.id',
        'bl.id',
      ),
      only: adminOnly,
    },
    dc_networks: {
      type: 'json',
      sql: "(select coalesce(json_agg(nc.ipnet_id order by nc.ipnet_id), '[]') from ipnet_cluster nc where nc.cluster_id = cl.id)",
      only: adminOnly,
    },
    account_host_count: { type: 'int', sql: countHosts, only: adminOnly },
  },
  row: {
    capabilities: ABILITIES,
    vxlans: "'[]'::json",
    vxlan_settings: "case when cl.vxlan_mode <> 'disabled' then cl.vxlan_settings end",
  },
  search: ['name'],
  visible: () => null,
}
export const clusterList = defineList<Actor>(clusters)

/** Callers other than administrators count their own VMs only: the number of others is not shown. */
export function clusterListFor(actor: Actor) {
  if (actor.isAdmin) return clusterList
  const own = `(select count(*)::int from host h where h.cluster_id = cl.id and h.account_id = ${Math.trunc(actor.account_id)})`
  return defineList<Actor>({ ...clusters, fields: { ...clusters.fields, host_count: { type: 'int', sql: own } } })
}
