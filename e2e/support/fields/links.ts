import { limitFields } from '../../../server/domain/user-limit/fields.ts'
import type { BodyField } from './walk.ts'

/** Last words of fields that hold the id of another object. */
const links = new Set([
  ...[
    'account',
    'backup',
    'backup_locations',
    'bridge_id',
    'chassis',
    'cluster',
    'clusters',
    'cpu_socket',
    'dc_networks',
    'disks',
    'dpg_id',
    'hosts',
    'image',
  ],
  ...['ip_net', 'ip_network', 'ip_pool', 'ipnet', 'ippool', 'ipv4_pool', 'ipv6_pool', 'location', 'location_id'],
  ...[
    'locations',
    'members',
    'node',
    'nodes',
    'object_id',
    'os',
    'os_template_id',
    'os_templates',
    'owner',
    'pdu_port_id',
    'platform',
    'preset',
    'presets',
    'rack',
  ],
  ...[
    'pool',
    'recipe',
    'repository_id',
    'schedule',
    'schedules',
    'source',
    'destination',
    'server_id',
    'servers',
    'ssh_keys',
    'storage',
    'switch_port_id',
    'tags',
    'user_id',
    'userspace',
    'vxlan',
  ],
])
/** Whole paths where the last word alone does not tell. */
const linkPaths = new Set([
  ...['POST /dci/v3/machine/{machine_id}/join server'],
  ...['clusters[].id', 'vxlan[].id', 'POST /vm/v3/node id', 'POST /vm/v3/host/{host_id}/disk_order disks[].id'],
  ...['POST /vm/v3/host/{host_id}/packet_rules rules[].group'],
  ...['account.id', 'cluster.id', 'node.id', 'ipv4[].ippool_id', 'ipv6[].ippool_id'].map(
    (path) => `POST /vm/v3/host/metadata ${path}`,
  ),
])

/** Last words of numbers that are no ids. */
const numbers = new Set([
  ...['rate', 'ipv6_subnet'],
  ...limitFields,
  ...[
    'at',
    'boot_order',
    'chunk',
    'chunk_mib',
    'quota_mib',
    'cpu_numer',
    'cpu_number',
    'cpu_socket_count',
    'days',
    'hall_place',
    'hall_row',
    'hdd_mib',
  ],
  ...['hdd_slot_count', 'host_limit', 'host_max', 'host_per_node_limit', 'interface', 'cluster_interface', 'ip_count'],
  ...[
    'ipv4_number',
    'ipv6_prefix',
    'limit',
    'limit_per_location',
    'listen_web_port',
    'max_mib',
    'max_ram',
    'min_free_mib',
    'minutes',
    'pci_slot_count',
    'port',
  ],
  ...[
    'net_bandwidth_mbitps',
    'period_minutes',
    'placement_groups',
    'poll_limit',
    'provisioning_vlan',
    'portend',
    'portstart',
    'quantity',
    'ram_mib',
    'seconds',
  ],
  ...[
    'ram_slot_count',
    'restore_priority',
    'ha_restore_priority',
    'server_size',
    'server_slot_count',
    'size',
    'size_bytes',
    'slot',
    'ttl',
  ],
  ...['size_mib', 'snapshot_limit', 'ssh_port', 'stagger_seconds', 'start_date', 'timeout', 'timeout_seconds', 'unit'],
  ...['vcpu_limit', 'vlan', 'vlan_id', 'trunk_members', 'vnc_port', 'web_port', 'bgp_as', 'bgp_as_v6'],
  ...['high_threshold_cpu', 'high_threshold_mem', 'cpu_weight', 'io_weight', 'io_read_mbitps', 'io_write_mbitps'],
  ...['io_read_iops', 'io_write_iops', 'net_in_mbitps', 'net_out_mbitps', 'net_weight', 'tcp_connections_in'],
  ...['tcp_connections_out', 'process_number', 'host_count', 'image_count', 'image_count_total', 'cpu_number_total'],
  ...['ram_mib_total', 'hdd_mib_total', 'ipv4_number_total', 'vxlan_count_total'],
  ...['keep_last', 'keep_daily', 'keep_weekly', 'keep_monthly', 'limit_count', 'limit_size_mib', 'limit_mib_s'],
  ...['limit_mbitps', 'starts_per_hour', 'day', 'week_day', 'hour', 'minute'],
  ...['every_days', 'from_hour', 'until_hour', 'at_once', 'limit_minutes'],
])
/**
 * Accepted and ignored, as clients send it: the VM is the one of the path; the number of a VLAN is its own id, so is that of a
 * variable. Tags of scripts and ISO images are words.
 */
const numberPaths = new Set([
  'host_id',
  'POST /dci/v3/location/{location_id}/vlan id',
  // A bridge and its networks are looked at once the node of the VM is known, and the VM can change.
  'POST /vm/v3/host custom_interfaces[].bridge_id',
  'POST /vm/v3/host custom_interfaces[].ip_network',
  'POST /vm/v3/host/{host_id}/iface bridge_id',
  'POST /vm/v3/host/{host_id}/iface/{iface_id} bridge_id',
  'POST /vm/v3/script_variable id',
  'POST /vm/v3/script_variable/{variable_id} id',
  'POST /vm/v3/recipe tags[]',
  'POST /vm/v3/recipe/{recipe_id} tags[]',
  'recipes[].tags[]',
  'POST /vm/v3/os/iso tags[]',
  'POST /vm/v3/os/iso/upload tags[]',
  'POST /vm/v3/os/iso/{os_id} tags[]',
  'POST /vm/v3/host/{host_id}/iso/mount tags[]',
  'POST /vm/v3/host/{host_id}/iso/upload/announce tags[]',
  'images[].tags[]',
  // Accounts that are not there are made, or deleted already.
  'POST /vm/v3/account/sync list[].id',
  'POST /vm/v3/account/sync delete[]',
])

const lastWord = (path: string) => path.replaceAll('[]', '').split('.').at(-1) ?? ''
const isOne = (field: BodyField, words: Set<string>, paths: Set<string>) =>
  words.has(lastWord(field.path)) || paths.has(field.path) || paths.has(`${field.operation} ${field.path}`)

/** Whether a field holds the id of another object; null when that is not declared. */
export function isLink(field: BodyField): boolean | null {
  if (isOne(field, new Set(), numberPaths)) return false
  if (isOne(field, links, linkPaths)) return field.types.some((type) => type === 'integer' || type === 'string')
  if (!field.types.includes('integer')) return false
  return isOne(field, numbers, numberPaths) ? false : null
}
