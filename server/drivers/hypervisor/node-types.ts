import type { Duplex } from 'node:stream'
import type { Capability } from '../../domain/node/capabilities.ts'
import type { Accelerator } from './domain-types.ts'
import type { NodeCounters, NodeUsage } from './figure-types.ts'

export type NodeInterface = {
  name: string
  type: 'eth' | 'bond' | 'bridge'
  mac: string
  up: boolean
  slaves: string[]
  /** Addresses with prefix length: `192.0.2.1/24`. */
  v4: string[]
  v6: string[]
  gateway_v4: string | null
  gateway_v6: string | null
}

/** What runs the guests; null for what the node does not need. */
export type HypervisorVersions = {
  libvirt_version: string | null
  qemu_version: string | null
  lxd_version: string | null
}

export type NodeFacts = HypervisorVersions & {
  hostname: string
  os_name: string
  kernel: string
  cpu_model: string
  cpu_number: number
  ram_mib: number
  interfaces: NodeInterface[]
}

/** The node itself: its system, its account and its networks. */
export type NodeSystem = {
  /** Operating system and its version, refused in words when it is none we can drive. */
  checkOs(signal: AbortSignal): Promise<{ os_name: string; kernel: string }>
  /** What runs the guests: versions; `device_rejected` with what to install when it is missing or not running. */
  checkHypervisor(signal: AbortSignal): Promise<HypervisorVersions>
  /** Boots something: capabilities lie. */
  probeAccelerator(signal: AbortSignal): Promise<Accelerator>
  /** What VMs can have here beyond what all nodes give, of a node that runs its guests as `accelerator` says. */
  capabilities(accelerator: Accelerator, signal: AbortSignal): Promise<Capability[]>
  facts(signal: AbortSignal): Promise<NodeFacts>
  /** Current load; storage is that of the file system which holds `path`. */
  usage(path: string, signal: AbortSignal): Promise<NodeUsage>
  /** Counters of the node itself, read at once. */
  counters(signal: AbortSignal): Promise<NodeCounters>
  /** Adds a public key line (type, key, comment; no options) to the account's authorized keys, once. */
  authorizeKey(publicKey: string, signal: AbortSignal): Promise<void>
  /** Makes the directories the panel uses, with safe modes. */
  ensureDirectories(paths: string[], signal: AbortSignal): Promise<void>
  /**
   * Makes a bridge that lets no packet pass: not to the node, to no network and not between its interfaces. What is plugged into it has a
   * link all the same. Its name is of `isolatedBridge`. Repeatable.
   */
  makeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void>
  /** Removes it; absent is fine. */
  removeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void>
  /** A TCP connection from the node to an address, such as one of a guest on its bridges. */
  openTcp(address: string, port: number, signal: AbortSignal): Promise<Duplex>
}
