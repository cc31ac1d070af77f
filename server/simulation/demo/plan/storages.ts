import type { StorageCreate, VirtPoolBody } from '../../../domain/storage/schema.ts'

type Planned = Pick<StorageCreate, 'name' | 'type'> & {
  params?: StorageCreate['storage_params']
  tags?: readonly (typeof demoTags)[number]['name'][]
  comment?: string
  /** Where it is on the nodes; absent: it is attached to no cluster. */
  pool?: VirtPoolBody
}

export const demoTags = [
  { name: 'fast', note: 'NVMe in the nodes' },
  { name: 'shared', note: 'VMs on it can run on any node' },
] as const

const ceph = (ip_addr: string) => ({ ip_addr, ssh_port: 22, login: 'root', password: 'demo-ceph' })
const nas = (path: string) => ({ ip_addr: '192.0.2.240', nas_storage_path: path })

/** Storages of all kinds; one is away, one without redundancy, and one nearly full, by the ends of their folders and pools. */
export const demoStorages: readonly Planned[] = [
  { name: 'nvme', type: 'file', tags: ['fast'], pool: { vm_storage_path: '/srv/nvme' } },
  {
    name: 'nas-fra1',
    type: 'nas',
    params: nas('/export/vm'),
    tags: ['shared'],
    pool: { nas_storage_path: '/nas/fra1' },
  },
  {
    name: 'nas-archive',
    type: 'nas',
    params: nas('/export/archive'),
    pool: { nas_storage_path: '/nas/archive-failfull' },
  },
  { name: 'mirror-old', type: 'file', pool: { vm_storage_path: '/srv/mirror-faildegraded' } },
  {
    name: 'nas-hel1',
    type: 'nas',
    params: { ip_addr: '192.0.2.241', nas_storage_path: '/export/vm' },
    tags: ['shared'],
    pool: { nas_storage_path: '/nas/hel1-failaway' },
  },
  { name: 'lvm-fra1', type: 'lvm', pool: { volume_group: 'vg_fra1' } },
  { name: 'tank', type: 'zfs', pool: { zfs_pool_name: 'tank/vm' } },
  { name: 'san-fra1', type: 'network_lvm', tags: ['shared'], pool: { volume_group: 'vg_san' } },
  {
    name: 'ceph-fra1',
    type: 'ceph',
    params: ceph('192.0.2.250'),
    tags: ['shared'],
    pool: { rbd_pool_name: 'vms' },
  },
  {
    name: 'ceph-hel1',
    type: 'ceph',
    params: ceph('192.0.2.251'),
    tags: ['shared'],
    pool: { rbd_pool_name: 'vms-faildegraded' },
  },
]

/** Names of the storages that VMs are on in turn; undefined: the main one. */
export const demoPlaces: readonly (string | undefined)[] = [undefined, undefined, 'nvme', undefined, 'nas-fra1']
