/**
 * States of a virtual machine, those of the API. `unknown`: the node does not answer, so the state is not known; it is never
 * treated as stopped.
 */
export const hostStates = ['creating', 'active', 'stopped', 'crashed', 'unknown', 'deleting'] as const
export type HostState = (typeof hostStates)[number]

/** Words for the exclusive task under way, as screens show it beside the state. */
export const movingLabels: Record<string, string> = {
  host_create: 'Creating',
  host_start: 'Starting',
  host_stop: 'Stopping',
  host_restart: 'Restarting',
  host_delete: 'Deleting',
  host_change_password: 'Changing the password',
  host_change_vnc_password: 'Changing the VNC password',
  host_change_ssh_keys: 'Changing SSH keys',
  host_change_spice: 'Changing SPICE',
  host_repair_agent: 'Repairing the guest agent',
  host_change_account: 'Changing owner',
  host_change_params: 'Changing resources',
  disk_resize: 'Growing a disk',
  disk_change: 'Changing disks',
  disk_migrate: 'Moving a disk',
  disk_restore_image: 'Restoring a disk',
  host_reinstall: 'Installing a system',
  host_recipe: 'A script runs',
  host_clone: 'Cloning',
  image_create: 'Making an image',
  snapshot_create: 'Taking a snapshot',
  snapshot_revert: 'Going back to a snapshot',
  snapshot_delete: 'Deleting snapshots',
  host_restore: 'Restoring from a backup',
  host_rescue_mode: 'Switching the rescue mode',
  host_iso_mount: 'Mounting an ISO image',
  host_iso_eject: 'Ejecting an ISO image',
  ip_change: 'Changing the network',
}
