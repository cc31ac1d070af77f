import type { DomainState } from './domain-types.ts'

/** Share of the last 10 seconds in which some tasks waited for it, in percent (pressure stall information of Linux). */
export type Pressure = { cpu: number; memory: number; io: number }

/** Counters of a node since its start, and what it uses now. */
export type NodeCounters = {
  /** Ticks of all processors together; rates are shares of `all`. */
  cpu: { all: number; idle: number; iowait: number; steal: number }
  ram_mib: { total: number; available: number }
  swap_used_mib: number
  load_1: number
  /** null on kernels that do not count it. */
  pressure: Pressure | null
  /** Of its running VMs, by their internal names: those whose control group counts it (cgroups of version 2). */
  pressures: ReadonlyMap<string, Pressure>
  disks: DiskCounters[]
  interfaces: InterfaceCounters[]
}

export type NodeUsage = { cpu_percent: number; ram_used_mib: number; storage_mib: { total: number; used: number } }

/** Counters of one disk since the domain started; times are what all its operations took together, in nanoseconds, null where nothing counts it. */
export type DiskCounters = {
  /** `vda` of a VM, `sda` of a node. */
  name: string
  read_bytes: number
  write_bytes: number
  read_ops: number
  write_ops: number
  read_ns: number | null
  write_ns: number | null
}

/** Counters of one interface, seen from the VM or the node that has it. */
export type InterfaceCounters = {
  /** Position among the interfaces of a VM, counted from 0; the interface's name on a node. */
  name: string
  rx_bytes: number
  tx_bytes: number
  rx_packets: number
  tx_packets: number
  errors: number
  drops: number
}

export type DomainStats = {
  internal_name: string
  state: DomainState
  /** Counters since the domain started, nanoseconds. Rates are the caller's arithmetic. */
  cpu_time_ns: number
  /** Time its processors were ready and the node had none for them; null where the node does not count it. */
  cpu_steal_ns: number | null
  /** What the guest uses when its balloon driver says so, else what QEMU holds on the node. */
  ram_used_mib: number
  /** What QEMU holds on the node. */
  ram_host_mib: number
  /** What the guest sees and what it uses of that; null when nothing reports it. */
  ram_guest_mib: { available: number; used: number } | null
  disks: DiskCounters[]
  interfaces: InterfaceCounters[]
}

/** A file system that a guest can write to; what is kept for its administrator counts as neither used nor free. */
export type GuestFileSystem = { mount: string; total_bytes: number; used_bytes: number }
