import { z } from 'zod'
import { filterEntities } from '../host-filter/read.ts'
import { recordShape } from '../shared/field-schema.ts'
import { storageTypes } from '../storage/kinds.ts'
import { clusterFields } from './fields.ts'

/** Which VMs may be created in the cluster. */
export const hostFilterRecord = z
  .array(
    z.object({
      entity: z.enum(filterEntities),
      expression: z.string(),
    }),
  )
  .nullable()

const share = z.object({ total: z.int(), used: z.int() })
const named = z.object({ id: z.int(), name: z.string() })

const sessions = z.array(z.object({ ip: z.string(), bgp_as: z.int(), comment: z.string().nullable() })).nullable()
const bgp = {
  bgp_community: z.string().nullable(),
  bgp_as: z.int().nullable(),
  bgp_sessions: sessions,
  bgp_community_v6: z.string().nullable(),
  bgp_as_v6: z.int().nullable(),
  bgp_sessions_v6: sessions,
}

export const virtPool = z.object({
  vm_storage_path: z.string().nullable(),
  volume_group: z.string().nullable(),
  zfs_pool_name: z.string().nullable(),
  nas_storage_path: z.string().nullable(),
  rbd_pool_name: z.string().nullable(),
  rbd_user: z.string().nullable(),
  placement_groups: z.int().nullable(),
  network_disk_path: z.string().nullable(),
})

const clusterStorage = z.object({
  ...named.shape,
  type: z.enum(storageTypes),
  enabled: z.boolean(),
  is_main: z.boolean(),
  virt_pool: virtPool,
  tags: z.array(z.int()),
})

const virtualizationType = z.enum(['dummy', 'kvm', 'lxd', 'legacy_v5', 'legacy_v5_dummy'])
/** As administrators see them, who see all. */
const own = z.object(recordShape(clusterFields)).required().shape

/** A cluster as users see it. */
export const clusterForUser = z.object({
  ...named.shape,
  host_count: z.int(),
  virtualization_type: virtualizationType,
  datacenter_type: z.enum(['common', 'vendor_dc', 'ip_fabric']),
  vxlan_mode: own.vxlan_mode,
  vxlan_settings: z.object(bgp).nullable(),
  vxlans: z.array(named),
  capabilities: z.array(z.string()).describe('What VMs can have on at least one of its nodes'),
})

/** A cluster as administrators see it. */
export const clusterForAdmin = z.object({
  ...clusterForUser.shape,
  ...own,
  node_count: z.int(),
  account_host_count: z.int(),
  state: z.string(),
  domain_template: z.string().nullable(),
  cpu_number: share,
  ram_mib: share,
  storage_mib: share,
  dsw_active: z.boolean(),
  host_filter: hostFilterRecord,
  backup_locations: z.array(named),
  datacenter_params: z.object({ gateway: z.string(), mac: z.string(), ...bgp }).nullable(),
  storages: z.array(clusterStorage),
  dns_servers: z.array(z.string()).nullable(),
  dc_networks: z.array(z.int()),
  node_network: z.object({ timeout: z.int(), gateway: z.string().nullable() }).nullable(),
  balancer_config: z
    .object({ period_minutes: z.int(), high_threshold_cpu: z.int(), high_threshold_mem: z.int() })
    .nullable(),
  storage: clusterStorage.nullable(),
  ippools: z.array(named),
  interfaces: z.array(z.object({ interface: z.int(), ippool: z.array(z.int()) })).describe('Networks of its VMs'),
  version: z.int(),
})
export type Cluster = z.infer<typeof clusterForAdmin>

/** Depends on the role of the caller. */
export const clusterRecord = z.union([clusterForAdmin, clusterForUser])
