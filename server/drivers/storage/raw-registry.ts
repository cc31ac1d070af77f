import { volumeWay } from '../../domain/storage/volumes.ts'
import type { SshConnection } from '../../protocols/ssh/connection.ts'
import { noDriver, type RawVolume } from './raw-volume.ts'

/** The volume at a path; null where volumes are files. @throws PanelError `refused` for one that no driver handles */
export function rawVolume(_ssh: SshConnection, path: string): RawVolume | null {
  if (volumeWay(path) === 'file') return null
  throw noDriver(path)
}
