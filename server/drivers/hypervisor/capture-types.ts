import type { Capture, DomainDisk } from './domain-types.ts'

/** Former states of disks that a node keeps. */
export type Captures = {
  /**
   * Keeps the state that all disks of a capture have at one moment, beside the present one. With memory the domain has to run, stands
   * still while its memory is written, and goes on; without, `freeze` has its file systems frozen for that moment when its agent
   * answers. What is whole already is kept; what an earlier attempt has left otherwise is begun anew.
   * @returns whether the file systems were frozen; null when they did not have to be, or it is not known any more
   */
  captureDisks(
    internalName: string,
    capture: Capture,
    freeze: boolean,
    signal: AbortSignal,
  ): Promise<{ frozen: boolean | null }>
  /**
   * Gives one disk of a domain that is off the state and the size that it had in a capture; what was written since is lost, and so is
   * what tracked changes of the disk. Captures stay. @returns the size in MiB that is read back
   */
  revertDisk(internalName: string, name: string, disk: DomainDisk, signal: AbortSignal): Promise<number>
  /** Removes a capture, whole or broken off; the present state stays. A domain that one has left standing still goes on. */
  dropCapture(internalName: string, capture: Capture, signal: AbortSignal): Promise<void>
}
