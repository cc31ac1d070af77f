import type { NbdSource } from '../../protocols/nbd/source.ts'
import type { Cleared } from '../../protocols/utility-guest/answers.ts'
import type { UtilityGuest } from '../../protocols/utility-guest/client.ts'
import type { Accelerator, DiskSpec } from './domain-types.ts'
import type { ImageSource } from './image-types.ts'

/** A file that the utility guest boots from. */
export type UtilityFile = Omit<ImageSource, 'path' | 'holds'>

/** How the utility guest runs on a node, and what it boots from there. */
export type UtilityBoot = {
  accelerator: Exclude<Accelerator, 'none'>
  /** Folder on the node in which the files are kept. */
  folder: string
  /** Asked for by drivers that need them. @throws PanelError, with what to do, when the panel has none and cannot make them */
  files(signal: AbortSignal): Promise<{ kernel: UtilityFile; initrd: UtilityFile }>
}

/** A disk of the node that no running domain uses, or one that is served by the panel. What is read is never changed. */
export type UtilityDisk = (Pick<DiskSpec, 'path' | 'format'> & { access: 'read' | 'write' }) | { source: NbdSource }

/** Work on the file systems of guests. They are attached in a throw-away guest without network, never on the node or the panel. */
export type UtilityGuests = {
  /**
   * Starts a utility guest with a disk. It ends with `close`, with the connection, and with the panel. What is missing on the node
   * is brought there; both are compared with their checksums before each start.
   * @throws PanelError `device_rejected` when it does not start, `refused` where guests' disks are none
   */
  openUtilityGuest(boot: UtilityBoot, disk: UtilityDisk, signal: AbortSignal): Promise<UtilityGuest>
  /**
   * Removes what tells one installation from another: host keys, machine id, state of cloud-init, logs, histories, keys of people,
   * random seed, names of network cards, temporary files. Only for a copy of a disk that no domain uses. Repeatable. Runs no program
   * of the disk. @throws PanelError `device_rejected` when nothing on the disk could be cleared
   */
  clearDisk(boot: UtilityBoot, disk: Pick<DiskSpec, 'path' | 'format'>, signal: AbortSignal): Promise<Cleared>
}
