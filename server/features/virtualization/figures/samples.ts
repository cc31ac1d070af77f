import { PART_WIDTH, pressureValues } from '../../../domain/figures/parts.ts'
import { bytesOf, diskRates, isUsable, netRates, type Part, rate } from '../../../domain/figures/rates.ts'
import type { DomainStats, NodeCounters, Pressure } from '../../../drivers/hypervisor/figure-types.ts'

/** What one reading says of a VM. `cpu` and `steal` are percent of one processor, memory is in MiB, `disk` and `net` bytes a second. */
export type HostSample = {
  internal_name: string
  cpu: number
  steal: number | null
  ram: number
  ram_host: number
  ram_guest: number | null
  ram_available: number | null
  disk: number | null
  /** Operations of all disks a second. */
  ops: number | null
  net: number | null
  keys: string
  means: (number | null)[]
}

/** What one reading says of a node. Shares are percent of all its processors. */
export type NodeSample = {
  cpu: number
  iowait: number
  steal: number
  ram: number
  load: number
  swap: number
  pressure_cpu: number | null
  pressure_memory: number | null
  pressure_io: number | null
  disk: number | null
  net: number | null
  keys: string
  means: (number | null)[]
}

const flat = (parts: readonly Part[]) => ({
  keys: parts.map(({ key }) => key).join(' '),
  means: parts.flatMap(({ values }) => values),
})

/** What a VM waited for, as a part. */
export const pressurePart = (pressure: Pressure): Part => ({
  key: 'pressure',
  values: Array.from({ length: PART_WIDTH }, (_, i) => {
    const name = pressureValues[i]
    return name === undefined ? null : pressure[name]
  }),
})

/**
 * Rates of a VM between two readings; null when there are none: it was off, has started anew meanwhile, or the readings are too far apart.
 * @param seconds between the two
 * @param more parts that its guest or its node have reported meanwhile
 */
export function hostSample(
  before: DomainStats | undefined,
  now: DomainStats,
  seconds: number,
  more: readonly Part[] = [],
): HostSample | null {
  if (before?.state !== 'running' || now.state !== 'running' || !isUsable(seconds)) return null
  const cpu = rate(before.cpu_time_ns, now.cpu_time_ns, seconds)
  if (cpu === null) return null
  const steal =
    before.cpu_steal_ns === null || now.cpu_steal_ns === null
      ? null
      : rate(before.cpu_steal_ns, now.cpu_steal_ns, seconds)
  const disks = diskRates(before.disks, now.disks, seconds)
  const cards = netRates(before.interfaces, now.interfaces, seconds)
  return {
    internal_name: now.internal_name,
    cpu: cpu / 1e7,
    steal: steal === null ? null : steal / 1e7,
    ram: now.ram_used_mib,
    ram_host: now.ram_host_mib,
    ram_guest: now.ram_guest_mib?.used ?? null,
    ram_available: now.ram_guest_mib?.available ?? null,
    disk: bytesOf(disks),
    ops: disks.length === 0 ? null : disks.reduce((sum, { values }) => sum + (values[2] ?? 0) + (values[3] ?? 0), 0),
    net: bytesOf(cards),
    ...flat([...disks, ...cards, ...more]),
  }
}

/** Rates of a node between two readings; null after its restart, or when they are too far apart. */
export function nodeSample(before: NodeCounters | null, now: NodeCounters, seconds: number): NodeSample | null {
  if (!before || !isUsable(seconds)) return null
  const all = now.cpu.all - before.cpu.all
  if (!(all > 0)) return null
  const share = (of: number) => Math.min(100, Math.max(0, (100 * of) / all))
  const idle = now.cpu.idle - before.cpu.idle
  const iowait = now.cpu.iowait - before.cpu.iowait
  const disks = diskRates(before.disks, now.disks, seconds)
  const cards = netRates(before.interfaces, now.interfaces, seconds)
  return {
    cpu: share(all - idle - iowait),
    iowait: share(iowait),
    steal: share(now.cpu.steal - before.cpu.steal),
    ram: now.ram_mib.total - now.ram_mib.available,
    load: now.load_1,
    swap: now.swap_used_mib,
    pressure_cpu: now.pressure?.cpu ?? null,
    pressure_memory: now.pressure?.memory ?? null,
    pressure_io: now.pressure?.io ?? null,
    disk: bytesOf(disks),
    net: bytesOf(cards),
    ...flat([...disks, ...cards]),
  }
}
