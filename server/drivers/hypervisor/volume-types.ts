import type { Readable } from 'node:stream'
import type { NodeStorage, StoragePlace } from '../storage/types.ts'
import type { DiskCopy, DomainDisk } from './domain-types.ts'

/**
 * Files of a seed: `meta-data`, `user-data`, `network-config` of cloud-init's NoCloud, or those of an OpenStack configuration drive
 * (`openstack/latest/…`), as Windows reads them.
 */
export type SeedFiles = Record<string, string>

export type VolumeSpec = {
  path: string
  size_mib: number
  /** A read-only image below a copy-on-write clone; null makes an empty volume. */
  backing: { path: string; format: 'qcow2' | 'raw' } | null
  /** The volume gets the content of the image, and does not stand on it. */
  copied?: boolean
  /** It stands on what the panel serves (`serveVolumes`) until all of that is in it (`pullVolume`); without an image. */
  served?: boolean
}

/** Storages, and the volumes and small files in them. */
export type Volumes = {
  /** A storage as this node has it. @throws PanelError `refused` where VMs are not kept in storages of the panel */
  storage(place: StoragePlace): NodeStorage
  /** A qcow2 volume. Refused when something else is at its path, or the backing image is larger. */
  createVolume(volume: VolumeSpec, signal: AbortSignal): Promise<void>
  /**
   * Grows a disk, at once also while its domain runs; one that is as large or larger stays as it is. The guest sees the new size, what
   * it makes of it is its own business.
   * @returns the size in MiB that is read back, and the hypervisor's text when the running domain did not take it over
   */
  growDisk(
    internalName: string,
    disk: DomainDisk,
    size_mib: number,
    signal: AbortSignal,
  ): Promise<{ size_mib: number; why: string | null }>
  /** Size of a disk in MiB as the hypervisor has it. */
  diskSize(internalName: string, disk: DomainDisk, signal: AbortSignal): Promise<number>
  /**
   * Copies disks of a domain as all of them are at one moment, also while it runs: then its file systems are frozen for that moment
   * when its agent answers. Copies that are all there are kept; what an earlier attempt has left otherwise is begun anew. A copy made
   * of a domain that is off stands on the same image as the disk.
   * @returns whether the file systems were frozen; null for a domain that is off
   */
  copyDisks(internalName: string, copies: readonly DiskCopy[], signal: AbortSignal): Promise<{ frozen: boolean | null }>
  /** Ends what a copy that was broken off has left: its job, frozen file systems, and files. */
  dropCopies(internalName: string, copies: readonly DiskCopy[], signal: AbortSignal): Promise<void>
  /** Removes one file; absent is fine. */
  deleteFile(path: string, signal: AbortSignal): Promise<void>
  /** Writes an ISO 9660 image labelled `cidata`, or `config-2` for a configuration drive. */
  writeSeed(path: string, files: SeedFiles, signal: AbortSignal): Promise<void>
  /** Content of a file of the node from an offset on, until its end. Destroying it is how one leaves. */
  openFile(path: string, offset: number, signal: AbortSignal): Promise<Readable>
}
