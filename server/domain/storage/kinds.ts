/** Kinds of storages as they are created. */
export const creatableKinds = ['ceph', 'file', 'nas', 'lvm', 'zfs', 'network_lvm'] as const
/** Kinds of other systems: records of them are shown, new ones are refused. */
export const shownKinds = ['netfs', 'sheepdog', 'iscsi', 'gluster'] as const
export const storageKinds = [...creatableKinds, ...shownKinds] as const
export type StorageKind = (typeof storageKinds)[number]
/** What `type` of the API can be: it has no value of its own for NFS, which is a file storage on the network there. */
export const storageTypes = ['ceph', 'file', 'lvm', 'zfs', 'network_lvm', ...shownKinds] as const

/** Fields of `virt_pool`: where the volumes are on the nodes of a cluster. */
export const poolFields = [
  'vm_storage_path',
  'volume_group',
  'zfs_pool_name',
  'nas_storage_path',
  'rbd_pool_name',
  'rbd_user',
  'placement_groups',
  'network_disk_path',
] as const
export type PoolField = (typeof poolFields)[number]

/** Fields of `storage_params`: where the storage itself is. */
export const paramFields = ['ip_addr', 'ssh_port', 'login', 'password', 'nas_storage_path'] as const
export type ParamField = (typeof paramFields)[number]

/** What storages can differ in, in the order of the table on their pages. */
export const storageAbilities = ['thin', 'snapshot', 'linked_clone', 'live_resize', 'shared'] as const
export type StorageAbility = (typeof storageAbilities)[number]

type Row = {
  label: string
  /** What disks on it can do. `shared`: all nodes see the same volumes. */
  can: readonly StorageAbility[]
  /** What is asked for when it is created; all of it is needed. */
  params: readonly ParamField[]
  /** What is asked for when it is attached to a cluster: the first is needed. */
  pool: readonly PoolField[]
  /** What volumes are: files in a folder, block devices of the node, or images that QEMU reads over the network itself. */
  volumes: 'file' | 'block' | 'rbd'
  /** Whether nodes can be connected to it yet. */
  connects: boolean
}

/** What each kind of storage is and can do: services, refusals and forms read this. */
export const storageKind: Readonly<Record<StorageKind, Row>> = {
  file: {
    label: 'Directory',
    can: ['thin', 'snapshot', 'linked_clone', 'live_resize'],
    params: [],
    pool: ['vm_storage_path'],
    volumes: 'file',
    connects: true,
  },
  nas: {
    label: 'NAS (NFS)',
    can: ['thin', 'snapshot', 'linked_clone', 'live_resize', 'shared'],
    params: ['ip_addr', 'nas_storage_path'],
    pool: ['nas_storage_path'],
    volumes: 'file',
    connects: true,
  },
  lvm: {
    label: 'LVM',
    can: ['live_resize'],
    params: [],
    pool: ['volume_group'],
    volumes: 'block',
    connects: true,
  },
  zfs: {
    label: 'ZFS',
    can: ['thin', 'live_resize'],
    params: [],
    pool: ['zfs_pool_name'],
    volumes: 'block',
    connects: true,
  },
  ceph: {
    label: 'Ceph (RBD)',
    can: ['thin', 'snapshot', 'live_resize', 'shared'],
    params: ['ip_addr', 'ssh_port', 'login', 'password'],
    pool: ['rbd_pool_name', 'rbd_user', 'placement_groups'],
    volumes: 'rbd',
    connects: true,
  },
  network_lvm: {
    label: 'Network LVM (SAN)',
    can: ['live_resize', 'shared'],
    params: [],
    pool: ['volume_group', 'network_disk_path'],
    volumes: 'block',
    connects: true,
  },
  netfs: { label: 'netfs', can: ['shared'], params: [], pool: [], volumes: 'file', connects: false },
  sheepdog: { label: 'Sheepdog', can: ['shared'], params: [], pool: [], volumes: 'block', connects: false },
  iscsi: { label: 'iSCSI', can: ['shared'], params: [], pool: [], volumes: 'block', connects: false },
  gluster: { label: 'Gluster', can: ['shared'], params: [], pool: [], volumes: 'file', connects: false },
}

/**
 * Fields of `storage_params` that can be changed later: how the host of a monitor is reached, which nodes ask only while they are connected. The
 * address of a NAS is part of each mount under the disks of VMs that run.
 */
export const changeableParams = (kind: StorageKind): readonly ParamField[] =>
  storageKind[kind].volumes === 'rbd' ? storageKind[kind].params : []

/** Whether a VM on it can run while its content arrives: what has arrived is noted inside the volume, which a block device cannot do. */
export const startsAtOnce = (kind: string): boolean =>
  Object.hasOwn(storageKind, kind) && storageKind[kind as StorageKind].volumes === 'file'

export const storageCan = (kind: string, ability: StorageAbility): boolean =>
  Object.hasOwn(storageKind, kind) && storageKind[kind as StorageKind].can.includes(ability)

/** Folder of the volumes on nodes when none is named: of the storage that each cluster is made with. */
export const DEFAULT_FOLDER = '/vm'

/** From so many percent on a storage is nearly full, which is a problem; and from so many on it takes no new disks. */
export const NEARLY_FULL = 85
export const TAKES_NO_MORE = 95
