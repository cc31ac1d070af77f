import { defineFields } from '../shared/field.ts'

const forAdmins = { adminOnly: true } as const
/** Taken and kept for clients; the panel has no control for it. */
const kept = { form: false, filter: false, column: false } as const

/** The fields of a cluster that are its own: neither its nodes and storages nor the parameters of networks that come as one object. */
export const clusterFields = defineFields({
  name: { type: 'text', min: 2, max: 255, required: true },
  os_storage_path: { type: 'text', format: 'folder', required: true, body: 'create', mono: true, ...forAdmins },
  image_storage_path: { type: 'text', format: 'folder', required: true, body: 'create', mono: true, ...forAdmins },
  host_distribution_policy: { type: 'enum', values: ['spread', 'tight'], ...forAdmins },
  overselling: { type: 'number', min: 0.5, max: 5, step: 0.1, form: 'needed', ...forAdmins },
  cpu_overselling: { type: 'number', min: -1, max: 100, step: 0.5, unlimited: true, ...forAdmins },
  host_per_node_limit: { type: 'int', min: -1, unlimited: true, ...forAdmins },
  domain_change_allowed: { type: 'bool', ...forAdmins },
  comment: { type: 'text', nullable: true, lines: 2, ...forAdmins },
  time_zone: { type: 'text', form: false, ...forAdmins },
  data_center: { type: 'text', nullable: true, body: 'none', filter: false, column: false, ...forAdmins },
  iso_enabled: { type: 'bool', ...kept, ...forAdmins },
  manage_disk_enabled: { type: 'bool', ...kept, ...forAdmins },
  spice_enabled: { type: 'bool', ...forAdmins },
  vxlan_mode: { type: 'enum', values: ['disabled', 'full_mesh', 'route_reflector'], ...kept },
  balancer_mode: { type: 'enum', values: ['off', 'full'], ...kept, ...forAdmins },
})
