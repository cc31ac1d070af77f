import type { Text } from '../../shared/text.ts'
import type { DomainLimits, DomainSpec, InterfaceSpec, Waiting } from './domain-types.ts'

/** Definitions of domains, and bringing them to domains that run. */
export type Definitions = {
  defineDomain(spec: DomainSpec, signal: AbortSignal): Promise<void>
  /**
   * Makes packet filters and traffic limits (`net_…`) of a domain what is given, at once also while it runs: packets that may
   * pass before and after are not lost meanwhile. Filters hold before a domain starts; limits need its interfaces, so call it
   * after the start as well. A domain the node does not know needs none.
   */
  setNetworkRules(
    internalName: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * Defines a domain anew, and gives it the size, weights and disk limits of the definition at once as far as it takes them while it
   * runs: processors and memory up to the room it was started with, less memory when the guest gives it back.
   * @returns what waits for the next start; of a domain that is off nothing
   */
  changeDomain(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]>
  /**
   * Defines a domain anew, and gives it the interfaces of the definition at once while it runs: filters and limits hold before an
   * interface carries traffic, one that goes is cut off first. An interface is known by its MAC; another model takes it out and puts it in again.
   * @returns null, or why the rest waits for the next start, in the hypervisor's or the guest's terms; of a domain that is off null
   * @throws `device_rejected` when it could not start with them either, as without the bridge
   */
  changeInterfaces(spec: DomainSpec, signal: AbortSignal): Promise<Text | null>
  /**
   * Defines a domain anew, and gives it the disks of the definition at once while it runs: a disk is known by its file, and their order is
   * that of the next start. One that goes is asked back from the guest.
   * @returns null, or why the rest waits for the next start, in the hypervisor's or the guest's terms; of a domain that is off null
   * @throws `device_rejected` when it could not start with them either, as without the file
   */
  changeDisks(spec: DomainSpec, signal: AbortSignal): Promise<Text | null>
  /**
   * Defines a domain anew, and gives the drive for media what the definition says at once while it runs. A guest that has locked the drive
   * loses the medium all the same.
   * @returns null, or why it waits for the next start: a domain that was started without the drive; of one that is off null
   * @throws `device_rejected` when the node lacks the file
   */
  changeMedium(spec: DomainSpec, signal: AbortSignal): Promise<Text | null>
  /**
   * Forgets the definition with packet filters, saved state, snapshots' metadata and firmware variables; disks stay. Refused
   * while it runs. What a definition that failed has left is removed as well.
   */
  undefineDomain(internalName: string, signal: AbortSignal): Promise<void>
  /**
   * Puts another installation in the place of a domain that is off: nothing of its definition is kept, and its disks are those of
   * `spec`. Repeatable wherever it was broken off.
   */
  replaceDomain(spec: DomainSpec, signal: AbortSignal): Promise<void>
}
