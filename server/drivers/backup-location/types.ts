import type { BackupLocationKind } from '../../domain/backup-location/kinds.ts'

/** Where a location is and how to get in. Nothing logs a target. */
export type LocationTarget = {
  address: string
  port: number
  login: string
  auth: { password: string } | { privateKey: string }
  /** Folder on the peer; everything the panel does there is below it. */
  path: string
  /** Fingerprint of its host key (`SHA256:…`); null learns it. */
  hostKey: string | null
}

export type LocationEntry = { name: string; kind: 'file' | 'directory' | 'other'; size: number; modified: number }

/**
 * Files of one location. Paths are relative to its folder and made by `protocols/chunk-store/paths.ts`; times are seconds by the clock of
 * the location. Every method throws `device_unreachable` when it does not answer, `device_rejected` with its reason when it does not do
 * what it is asked, and `StoreError` `full` when a file could not be written for want of room.
 */
export type LocationFiles = {
  /** Fingerprint of the peer. */
  readonly hostKey: string
  close(): void
  /** A new file, whole or not at all: written under the temporary name, brought to the disk, renamed over what is there. */
  write(temporary: string, path: string, data: Buffer): Promise<void>
  /** A whole file; null when there is none. @throws StoreError `damaged` when it has more bytes than `atMost` */
  read(path: string, atMost: number): Promise<Buffer | null>
  /** Sets when a file was changed last; false when there is none. */
  touch(path: string, seconds: number): Promise<boolean>
  /** Renames over whatever is there; false when there is nothing to rename. */
  rename(from: string, to: string): Promise<boolean>
  /** Removes a file; false when there was none. */
  remove(path: string): Promise<boolean>
  /** Removes a folder when it is empty; false when it is not, or there is none. */
  removeFolder(path: string): Promise<boolean>
  /** What is in a folder, some entries at a time; nothing when there is no such folder. */
  entries(folder: string): AsyncIterable<LocationEntry[]>
  stat(path: string): Promise<{ size: number; modified: number } | null>
  /** Makes a folder unless it is there. */
  makeFolder(path: string): Promise<void>
  /** Brings the names in a folder to the disk, where the peer can do that. */
  syncFolder(path: string): Promise<void>
  /** Bytes in total and free in the file system of the folder. */
  space(): Promise<{ total: number; free: number }>
}

export type LocationDriver = {
  kind: BackupLocationKind
  /** Signs in; `signal` ends the connection and whatever is under way over it. @throws PanelError `device_unreachable`, `device_rejected` */
  connect(target: LocationTarget, signal: AbortSignal): Promise<LocationFiles>
}
