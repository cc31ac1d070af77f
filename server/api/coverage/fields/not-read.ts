import type { FieldFates } from './fates.ts'

/** Fields for people: the screen that shows them. */
export const shown: FieldFates = {
  'auth token': {
    'components/tokens/revoke-token.tsx': ['description'],
  },
  'auth user': {
    'components/ssh-keys/ssh-keys.tsx': ['name'],
  },
  'auth acl': {
    'components/access-lists/columns.tsx': ['name'],
  },
  'vm recipe': {
    'components/recipes/recipe-side.tsx': ['tags[]', 'params[].description', 'recipes[].params[].description'],
    'components/recipes/run-fields.tsx': [
      'params[].select_values[].description',
      'recipes[].params[].select_values[].description',
    ],
    'components/recipes/variable-columns.tsx': ['comment'],
  },
  'vm storage': {
    'components/tags/tags-page.tsx': ['note'],
  },
  'vm repository': {
    'components/images/repository-table.tsx': ['name'],
  },
  'dci location': {
    'components/locations/page/location-messages.tsx': ['stream', 'message'],
  },
  'dci pdu': {
    'components/pdus/pdu-outlets.tsx': ['connection_type_info'],
  },
  'dci platform': {
    'components/hardware/columns.tsx': ['cpu_socket_count'],
  },
  'dci switch': {
    'components/switches/edit-port.tsx': ['switch_port_info[].note', 'switch_port_info[].description', 'description'],
    'components/switches/face/port-labels.ts': ['connection_type_info'],
  },
}

/** What nothing acts on: refused in words by that file when it would change something. */
export const refused: FieldFates = {
  'vm storage': {
    'server/features/virtualization/storage/attach.ts': [
      'ha_params.fs_name',
      'ha_params.directory',
      'ha_params.username',
      'virt_pool.volume_group',
      'virt_pool.zfs_pool_name',
      'virt_pool.rbd_pool_name',
      'virt_pool.rbd_user',
      'virt_pool.placement_groups',
      'virt_pool.network_disk_path',
    ],
  },
  'vm cluster': {
    'server/features/virtualization/cluster/unavailable.ts': [
      'datacenter_params.gateway',
      'datacenter_params.mac',
      'datacenter_params.bgp_community',
      'datacenter_params.bgp_as',
      'datacenter_params.bgp_sessions[].ip',
      'datacenter_params.bgp_sessions[].bgp_as',
      'datacenter_params.bgp_sessions[].comment',
      'datacenter_params.bgp_community_v6',
      'datacenter_params.bgp_as_v6',
      'datacenter_params.bgp_sessions_v6[].ip',
      'datacenter_params.bgp_sessions_v6[].bgp_as',
      'datacenter_params.bgp_sessions_v6[].comment',
      'proxy_enabled',
      'datacenter_type',
      'ha.enabled',
      'ha.checking_host',
      'ha.restore_on_fail_vms',
      'ha.restore_priority',
      'ha.agent_version',
      'ha.storages.*.fs_name',
      'ha.storages.*.directory',
      'ha.storages.*.username',
      'node_network.timeout',
      'node_network.gateway',
      'vxlan_mode',
      'vxlan_settings.bgp_community',
      'vxlan_settings.bgp_as',
      'vxlan_settings.bgp_sessions[].ip',
      'vxlan_settings.bgp_sessions[].bgp_as',
      'vxlan_settings.bgp_sessions[].comment',
      'vxlan_settings.bgp_community_v6',
      'vxlan_settings.bgp_as_v6',
      'vxlan_settings.bgp_sessions_v6[].ip',
      'vxlan_settings.bgp_sessions_v6[].bgp_as',
      'vxlan_settings.bgp_sessions_v6[].comment',
      'balancer_mode',
    ],
  },
  'vm recipe': {
    'server/features/virtualization/recipe/run.ts': ['send_email', 'recipients[].lang', 'recipients[].email'],
  },
  'vm disk': {
    'server/features/virtualization/host/disks/change.ts': ['pool'],
  },
  'vm image': {
    'server/features/virtualization/image/create.ts': ['path_to_answers'],
  },
  'vm host': {
    'server/features/virtualization/host/not-yet.ts': [
      'vxlan[].id',
      'vxlan[].ipv4_number',
      'vxlan[].ipnet',
      'vxlan[].mac',
      'vxlan[].model',
    ],
    'server/domain/node/capabilities.ts': ['process_number', 'net_weight'],
    'server/features/virtualization/host/service.ts': [
      'values.password',
      'values.vnc_password',
      'values.state',
      'values.state_updated_date',
      'values.guest_agent',
      'values.vnc_port',
      'values.property',
      'values.start_date',
      'ha_restore_on_fail',
      'ha_restore_priority',
    ],
  },
  'vm node': {
    'server/features/virtualization/node/service.ts': ['lvm_vg_rename', 'open_vswitch', 'values'],
  },
  'vm preset': {
    'server/domain/node/capabilities.ts': ['process_number', 'net_weight'],
  },
}

/** Stored and not acted on yet, by what will bring them to life. */
export const later: FieldFates = {
  'vm host': {
    'mail of VMs': ['send_email_mode'],
  },
  'vm recipe': {
    'mail of VMs': ['email_content[].lang', 'email_content[].content', 'email_content[].subject'],
  },
}

/** Accepted and never acted on, with the reason why that is right. */
export const withoutEffect: FieldFates = {
  'vm account': {
    'accounts need no confirmed address to sign in': ['email_confirm'],
    'there are no VXLANs, so any limit of them holds': ['vxlan_count_total'],
  },
  'vm cluster': {
    'a balancer that cannot be switched on has no pace and no thresholds': [
      'balancer_config.period_minutes',
      'balancer_config.high_threshold_cpu',
      'balancer_config.high_threshold_mem',
    ],
  },
  'vm host': {
    'the id of the path is the one that counts': ['host_id'],
    'no balancer moves VMs, whatever this says': ['balancer_mode'],
    'nothing with a VLAN tag passes anti-spoofing, whatever this says': [
      'anti_spoofing_settings.vlan',
      'anti_spoofing_settings',
    ],
  },
  'vm preset': {
    'nothing with a VLAN tag passes anti-spoofing, whatever this says': ['anti_spoofing_settings.vlan'],
  },
  'vm recipe': {
    'only the panel has built-in variables: true is refused': ['builtin'],
  },
  'vm node': {
    'the panel changes the network of no node, whatever this says': ['network_autosetup_disabled'],
  },
  'dci switch': {
    'one value alone is allowed': [
      'netconf_params.device_params.name',
      'switch_port_info[].netconf_params.device_params.name',
    ],
  },
}
