import { volumeWay } from '../../domain/storage/volumes.ts'
import type { SshConnection } from '../../protocols/ssh/connection.ts'
import { rbdVolume } from './ceph/image.ts'
import { lvmVolume } from './lvm/volume.ts'
import { noDriver, type RawVolume } from './raw-volume.ts'
import { zfsVolume } from './zfs/volume.ts'

/** The volume at a path; null where volumes are files. @throws PanelError `refused` for one that no driver handles */
export function rawVolume(ssh: SshConnection, path: string): RawVolume | null {
  return volumeWay(path) === 'file' ? null : requireRaw(ssh, path)
}

/** The same of a path that names no file. */
export function requireRaw(ssh: SshConnection, path: string): RawVolume {
  if (volumeWay(path) === 'rbd') return rbdVolume(ssh, path)
  if (volumeWay(path) === 'file') throw noDriver(path)
  return path.startsWith('/dev/zvol/') ? zfsVolume(ssh, path) : lvmVolume(ssh, path)
}
