import type { Access } from '../../endpoint.ts'

/** Disks and their snapshots. */
export const vmDisks: Record<string, Access> = {
  // Not in the documents: what a deletion is asked with.
  'GET /vm/v3/disk/{disk_id}/deletion': 'user',
  'GET /vm/v3/disk': 'user',
  'GET /vm/v3/disk/{disk_id}': 'user',
  'POST /vm/v3/disk': 'user',
  'DELETE /vm/v3/disk/{disk_id}': 'user',
  'POST /vm/v3/disk/{disk_id}': 'user',
  'POST /vm/v3/disk/{disk_id}/migrate': 'admin',
  'GET /vm/v3/disk/{disk_id}/migrate/local': 'admin',
  'GET /vm/v3/disk/{disk_id}/migrate/network': 'admin',
  'POST /vm/v3/disk/{disk_id}/restore_from_image': 'admin',
  'GET /vm/v3/host/{host_id}/disk': 'user',
  // Not in the documents: making and attaching in one.
  'POST /vm/v3/host/{host_id}/disk': 'user',
  'POST /vm/v3/host/{host_id}/disk/{disk_id}': 'user',
  'DELETE /vm/v3/host/{host_id}/disk/{disk_id}': 'user',
  'POST /vm/v3/host/{host_id}/disk_order': 'user',
  'GET /vm/v3/host/{host_id}/snapshot': 'user',
  'POST /vm/v3/host/{host_id}/snapshot': 'user',
  'DELETE /vm/v3/host/{host_id}/snapshot': 'user',
  'GET /vm/v3/snapshot': 'user',
  'DELETE /vm/v3/snapshot/{snapshot_id}': 'user',
  'POST /vm/v3/snapshot/{snapshot_id}/revert': 'user',
}
