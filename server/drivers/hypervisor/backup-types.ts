import type { NbdClient } from '../../protocols/nbd/client.ts'
import type { Text } from '../../shared/text.ts'
import type { DiskSpec } from './domain-types.ts'

/** A disk that is to be read. */
export type DiskToRead = Pick<DiskSpec, 'path' | 'format' | 'target_dev'>

export type ExportRequest = {
  /** All disks that are read as they are at one moment. */
  disks: readonly DiskToRead[]
  /**
   * Name of the checkpoint to make at that moment, from which the next export can be incremental: at most 64 letters, digits, `-` and `_`,
   * never used before. Null: none; without a parent as well, those that are there stay.
   */
  checkpoint: string | null
  /** The checkpoint of the last export that was kept (`finish`), when what was read then is still there; null: everything is read. */
  parent: string | null
  /** Folder on the node for what a running domain overwrites meanwhile: never on a small file system, which would pause the domain. */
  scratch: string
  /** The export ends by itself before the folder has less room than this. */
  floor_mib: number
}

export type ExportedDisk = {
  target_dev: string
  /** Whether the connection tells what has changed since the parent; else all of it counts as changed. */
  incremental: boolean
  /** Opens a connection; each disk takes several. @throws PanelError, or the signal's reason */
  open(signal: AbortSignal): Promise<NbdClient>
}

/** All of a container: its files with what they belong to, as a tar archive. */
export type ExportedArchive = {
  bytes: number
  /** Reads all of it from the beginning. @throws PanelError, or the signal's reason; also at the end, when it is not what the node has made */
  open(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

/** Requests of a guest to its disks since it was started, and how long they took together, in nanoseconds. */
export type GuestRequests = { count: number; ns: number }

/** Disks of a domain, held as they were at one moment until `finish` or `abort`. */
export type DiskExport = {
  /** In the order of the request; none where there is an archive. */
  disks: readonly ExportedDisk[]
  /** What is read instead of disks, where the node gives out files and no disks. */
  archive?: ExportedArchive
  /** The checkpoint that was made; null when none was asked for, or these disks cannot have one. */
  checkpoint: string | null
  /** Why everything is read although a parent was named, in the hypervisor's words; null otherwise. */
  full_because: Text | null
  /** Whether file systems were frozen for the moment; null for a domain that is off. */
  frozen: boolean | null
  /** What the guest itself asks of these disks; absent where none runs, or nothing counts it. One question to the node. */
  guestRequests?(signal: AbortSignal): Promise<GuestRequests>
  /** Settles when the export is over: with the cause, such as the domain's end, or null after `finish` and `abort`. */
  ended: Promise<Error | null>
  /** Ends it, keeps its checkpoint and drops the older ones: what was read is a backup now. Repeatable. */
  finish(signal: AbortSignal): Promise<void>
  /** Ends it, and drops its checkpoint: the next export goes by the parent again, and misses nothing. Repeatable. */
  abort(signal: AbortSignal): Promise<void>
}

/** A volume that is written to until `close`. */
export type VolumeExport = {
  /** Opens a connection that writes. @throws PanelError, or the signal's reason */
  open(signal: AbortSignal): Promise<NbdClient>
  /** Ends it. What was flushed is in the volume. */
  close(signal: AbortSignal): Promise<void>
}

/** Reading and writing disks for backups. */
export type DiskExports = {
  /**
   * Holds disks as they are at one moment, and lets them be read. `internalName` null: disks of no domain. A domain that runs goes on (its file
   * systems are frozen for the moment when its agent answers); one that is off cannot be started until the end, unless `startDomain`
   * ends the export. So do shutting down and cutting power.
   *
   * @throws PanelError device_rejected, also when another export of this domain is under way: `endExport` ends it
   */
  exportDisks(internalName: string | null, request: ExportRequest, signal: AbortSignal): Promise<DiskExport>
  /**
   * Ends what an export has left whose process is gone, and drops all checkpoints but `keep`. Repeatable; nothing to do is fine. Only
   * `exportDisks` with the same disks and folder leaves something.
   */
  endExport(
    internalName: string | null,
    left: Pick<ExportRequest, 'disks' | 'scratch'> & { keep: string | null },
    signal: AbortSignal,
  ): Promise<void>
  /** Drops all checkpoints: before a revert, and whenever disks become others than those that were read. */
  forgetCheckpoints(internalName: string, disks: readonly DiskToRead[], signal: AbortSignal): Promise<void>
  /** Lets a volume that no running domain uses be written. */
  exportVolume(volume: Pick<DiskSpec, 'path' | 'format'>, signal: AbortSignal): Promise<VolumeExport>
  /**
   * Gives a volume that was made without an image, and that no domain uses, the content of an archive. May be done again. A domain that is defined
   * anew with it (`replaceDomain`) has that content.
   * @throws PanelError device_rejected, also where volumes are disks; what the archive throws
   */
  fillVolume(path: string, archive: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
}
