import type { SshConnection } from '../../protocols/ssh/connection.ts'
import type { Text } from '../../shared/text.ts'
import type { CephAccess } from './ceph/access.ts'

/** A storage as the nodes of one cluster are connected to it. Names and paths were checked by the rules of its kind. */
export type StoragePlace = {
  /** Lower-case UUID that is written onto the storage, by which it is known again. */
  identity: string
} & (
  | {
      kind: 'file'
      folder: string
      /** The folder belongs to the panel that has the node, also when another panel has marked it. */
      takesOver?: boolean | undefined
    }
  | { kind: 'nas'; folder: string; address: string; path: string }
  | { kind: 'lvm'; group: string }
  /** A volume group on disks that several nodes see. */
  | { kind: 'network_lvm'; group: string }
  /** A pool, or a dataset in one. */
  | { kind: 'zfs'; pool: string }
  | {
      kind: 'ceph'
      pool: string
      /** Of Ceph, without `client.` before it. */
      user: string
      /** Fetches what a node needs when it is connected; all else works without. */
      access?: (signal: AbortSignal) => Promise<CephAccess>
    }
)
export type ConnectedKind = StoragePlace['kind']
export type PlaceOf<Kind extends ConnectedKind> = Extract<StoragePlace, { kind: Kind }>

/** What paths of its volumes begin with on a node. */
export function rootOf(place: StoragePlace): string {
  switch (place.kind) {
    case 'lvm':
    case 'network_lvm':
      return `/dev/${place.group}`
    case 'zfs':
      return `/dev/zvol/${place.pool}`
    case 'ceph':
      return `rbd:${place.user}@${place.pool}`
    default:
      return place.folder
  }
}

export type StorageReading = {
  total_mib: number
  used_mib: number
  /** What of its redundancy is lost, while it works; null when nothing is. */
  lost: Text | null
}

export type StorageVolume = {
  /** Without folder or pool; text of the node, without control characters. */
  name: string
  /** What it takes; of block devices its whole size. */
  size_mib: number
}

/** How the definition of a VM names a volume. */
export type VolumeSource = { type: 'file' | 'block' | 'network'; path: string }

/** What holds for all storages: 1 to 100 letters, digits, `_`, `.` and `-`, not a hyphen or dot first. */
export const isVolumeName = (name: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(name)

/**
 * One storage on one connected node. Every call may be repeated: asking for what already is, is a no-op. Throws `device_unreachable` when
 * the node does not answer, and `device_rejected` with the cause when the storage does not.
 */
export type NodeStorage = {
  /** Makes it usable, also after a restart of the node. Refused when what is there belongs to another storage. */
  connect(signal: AbortSignal): Promise<void>
  /** The node lets go of it; volumes stay. */
  disconnect(signal: AbortSignal): Promise<void>
  /** Writes, reads and removes something where its kind has a place for that; then its size. */
  check(signal: AbortSignal): Promise<StorageReading>
  /** All of them, at most 100,000. */
  volumes(signal: AbortSignal): Promise<StorageVolume[]>
  /** An empty volume; the same again is a no-op. */
  createVolume(name: string, size_mib: number, signal: AbortSignal): Promise<void>
  /** One that is as large or larger stays as it is. @returns the size in MiB that is read back */
  growVolume(name: string, size_mib: number, signal: AbortSignal): Promise<number>
  /** Absent is fine. */
  removeVolume(name: string, signal: AbortSignal): Promise<void>
  source(name: string): VolumeSource
  /** Where one node at a time may use a volume: lets this one, and is refused while another does. Absent: nodes need not be kept apart. */
  hold?(name: string, signal: AbortSignal): Promise<void>
  /** The opposite; refused while something uses it. */
  letGo?(name: string, signal: AbortSignal): Promise<void>
}

/** What a kind of storage does with the SSH connection to a node; as `NodeStorage`. */
export type StorageDriver<Kind extends ConnectedKind> = (ssh: SshConnection, place: PlaceOf<Kind>) => NodeStorage
