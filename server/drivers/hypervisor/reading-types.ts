import type { DomainEvent, DomainInfo, DomainSizes } from './domain-types.ts'
import type { DomainStats } from './figure-types.ts'
import type { PacketCounters } from './packet-types.ts'

/** What a node says about its domains. */
export type Readings = {
  domains(signal: AbortSignal): Promise<DomainInfo[]>
  domain(internalName: string, signal: AbortSignal): Promise<DomainInfo | null>
  /** One call for all domains, however many there are. */
  stats(signal: AbortSignal): Promise<DomainStats[]>
  /** Read from the hypervisor; null for a domain the node does not know. */
  domainSizes(internalName: string, signal: AbortSignal): Promise<DomainSizes | null>
  /** Zeros, and no rules, for a domain without packet filters. */
  packetCounters(internalName: string, signal: AbortSignal): Promise<PacketCounters>
  /**
   * Pushed by the node, never polled. Returns the way to stop listening. A state may come twice, and events that came before the
   * connection was made are not repeated: ask `domains` first. Listening to a node without libvirt is no error.
   */
  onDomainEvent(listener: (event: DomainEvent) => void): () => void
  /** The end of what the hypervisor itself has logged about a domain, at most 64 KiB; '' when there is nothing. */
  hypervisorLog(internalName: string, signal: AbortSignal): Promise<string>
  /**
   * The end of what the guest has written to its first serial port, at most 64 KiB, over starts and crashes; null when the node
   * keeps no log of it: it was not started since it was defined, or defined before nodes kept them. `undefineDomain` removes the log.
   */
  consoleLog(internalName: string, signal: AbortSignal): Promise<string | null>
}
