import type { Access } from '../../endpoint.ts'

/** VMs themselves. */
export const vmHosts: Record<string, Access> = {
  // Not in the documents: what a deletion is asked with.
  'GET /vm/v3/host/{host_id}/deletion': 'user',
  'GET /vm/v3/host': 'user',
  'POST /vm/v3/host': 'create_host',
  'DELETE /vm/v3/host/{host_id}': 'delete_host',
  'GET /vm/v3/host/{host_id}': 'user',
  'POST /vm/v3/host/{host_id}': 'user',
  'POST /vm/v3/host/{host_id}/account': 'admin',
  'POST /vm/v3/host/{host_id}/bill_option/image_gib': 'admin',
  'POST /vm/v3/host/{host_id}/image/create': 'user',
  'POST /vm/v3/host/{host_id}/clone': 'create_host',
  'POST /vm/v3/host/{host_id}/console': 'user',
  'GET /vm/v3/host/{host_id}/console': 'user',
  'POST /vm/v3/host/{host_id}/lxd/console': 'user',
  // Not in the documents: what the guest wrote before a crash.
  'GET /vm/v3/host/{host_id}/console_log': 'user',
  // Not in the documents: what graphs show; as `metrics`, with units.
  'GET /vm/v3/host/{host_id}/figures': 'user',
  'GET /vm/v3/host/{host_id}/history': 'user',
  'POST /vm/v3/host/{host_id}/history': 'user',
  // Not in the documents: the hypervisor's report of a crash.
  'GET /vm/v3/host/{host_id}/hypervisor_log': 'admin',
  'GET /vm/v3/host/{host_id}/metrics': 'user',
  // Not in the documents: sums of a month.
  'GET /vm/v3/host/{host_id}/traffic': 'user',
  'POST /vm/v3/host/{host_id}/password': 'user',
  'POST /vm/v3/host/{host_id}/reinstall': 'user',
  // Not in the documents, which know keys at the creation only.
  'GET /vm/v3/host/{host_id}/ssh_key': 'user',
  'POST /vm/v3/host/{host_id}/ssh_key': 'user',
  'POST /vm/v3/host/{host_id}/ssh_key/remove': 'user',
  'POST /vm/v3/host/{host_id}/iso/mount': 'user',
  'POST /vm/v3/host/{host_id}/iso/cancel': 'user',
  'POST /vm/v3/host/{host_id}/iso/finish': 'user',
  'GET /vm/v3/host/{host_id}/iso/status': 'user',
  'POST /vm/v3/host/{host_id}/iso/upload/announce': 'user',
  'POST /vm/v3/host/{host_id}/rescue_mode': 'user',
  'POST /vm/v3/host/{host_id}/restart': 'user',
  // Not in the documents: a failed creation, once more.
  'POST /vm/v3/host/{host_id}/retry': 'user',
  'POST /vm/v3/host/{host_id}/start': 'user',
  'POST /vm/v3/host/{host_id}/stop': 'user',
  'GET /vm/v3/host/{host_id}/metadata': 'admin',
  'POST /vm/v3/host/metadata': 'admin',
  'GET /vm/v3/host/{host_id}/spice_settings': 'user',
  'POST /vm/v3/host/{host_id}/spice_settings': 'user',
  // Not in the documents: the way of people to the screen, through the panel.
  'POST /vm/v3/host/{host_id}/spice_file': 'user',
  'POST /vm/v3/host/{host_id}/guest_agent': 'user',
  'POST /vm/v3/host/{host_id}/vnc_ports': 'admin',
  'GET /vm/v3/host/{host_id}/vnc_settings': 'user',
  'POST /vm/v3/host/{host_id}/vnc_settings': 'user',
  'POST /vm/v3/host/{host_id}/resource': 'user',
}
