import { z } from 'zod'
import type { DiskCounters, DomainStats, GuestFileSystem, InterfaceCounters } from '../figure-types.ts'
import { domainName, instance, stateOf } from './instance.ts'

const count = z.number().nonnegative().catch(0)
const nic = z.object({
  type: z.string(),
  counters: z.object({
    bytes_received: count,
    bytes_sent: count,
    packets_received: count,
    packets_sent: count,
    errors_received: count.optional(),
    errors_sent: count.optional(),
    packets_dropped_outbound: count.optional(),
    packets_dropped_inbound: count.optional(),
  }),
})
const state = z.object({
  memory: z.object({ usage: count }),
  cpu: z.object({ usage: count }),
  network: z.record(z.string(), nic).nullish(),
})

/** An instance with its state, as the list with `recursion=2` has it. */
export const instanceWithState = instance.extend({ state: state.nullish() })
export type InstanceWithState = z.infer<typeof instanceWithState>

type GuestMemory = DomainStats['ram_guest_mib']

const mib = (bytes: number) => Math.ceil(bytes / (1 << 20))

/** Figures of one container; what its disks did and the memory inside come from elsewhere. */
export function statsOf(one: InstanceWithState, disks: DiskCounters[], inside: GuestMemory): DomainStats {
  const used = mib(one.state?.memory.usage ?? 0)
  return {
    internal_name: domainName(one),
    state: stateOf(one.status),
    cpu_time_ns: one.state?.cpu.usage ?? 0,
    cpu_steal_ns: null,
    ram_used_mib: used,
    ram_host_mib: used,
    ram_guest_mib: inside,
    disks,
    interfaces: interfacesOf(one),
  }
}

/** Storage of a container in its state; LXD 5.0 reports no total, and pools of directories nothing. */
export const diskState = z.object({
  disk: z.object({ root: z.object({ usage: z.number(), total: z.number().optional() }).optional() }).nullish(),
})

/** The root of a container. @param size_mib what it was given */
export function rootOf({ disk }: z.infer<typeof diskState>, size_mib: number): GuestFileSystem[] {
  const { usage = 0, total = 0 } = disk?.root ?? {}
  const total_bytes = total > 0 ? total : size_mib * (1 << 20)
  if (!(usage > 0) || !(total_bytes > 0)) return []
  return [{ mount: '/', total_bytes, used_bytes: Math.min(usage, total_bytes) }]
}

/** LXD counts from the container's side. */
function interfacesOf({ state: now }: InstanceWithState): InterfaceCounters[] {
  return Object.entries(now?.network ?? {}).flatMap(([name, { counters: c }]) => {
    const place = /^eth(\d{1,2})$/.exec(name)?.[1]
    if (place === undefined) return []
    return {
      name: place,
      rx_bytes: c.bytes_received,
      tx_bytes: c.bytes_sent,
      rx_packets: c.packets_received,
      tx_packets: c.packets_sent,
      errors: (c.errors_received ?? 0) + (c.errors_sent ?? 0),
      drops: (c.packets_dropped_inbound ?? 0) + (c.packets_dropped_outbound ?? 0),
    }
  })
}

const fields: Record<string, 'read_bytes' | 'write_bytes' | 'read_ops' | 'write_ops'> = {
  lxd_disk_read_bytes_total: 'read_bytes',
  lxd_disk_written_bytes_total: 'write_bytes',
  lxd_disk_reads_completed_total: 'read_ops',
  lxd_disk_writes_completed_total: 'write_ops',
}
const MOST_LINES = 200_000

/** The lines of LXD's `/1.0/metrics` that are about an instance. */
function* samples(metrics: string) {
  for (const line of metrics.split('\n', MOST_LINES)) {
    const [, metric = '', labels = '', value = ''] = /^(lxd_\w+)\{([^}]*)\} (\S+)$/.exec(line) ?? []
    const name = /(?:^|,)name="([^"]+)"/.exec(labels)?.[1]
    if (name) yield { metric, name, value: Math.max(0, Number(value) || 0) }
  }
}

/** Disk counters by instance, all devices of a container together as its one disk. LXD counts no times of them. */
export function diskCounters(metrics: string): Map<string, DiskCounters> {
  const found = new Map<string, DiskCounters>()
  for (const { metric, name, value } of samples(metrics)) {
    const field = fields[metric]
    if (!field) continue
    const disk = found.get(name) ?? {
      name: 'root',
      read_bytes: 0,
      write_bytes: 0,
      read_ops: 0,
      write_ops: 0,
      read_ns: null,
      write_ns: null,
    }
    disk[field] += value
    found.set(name, disk)
  }
  return found
}

/** What containers may use of memory and what their programs use of that, without caches, by instance. */
export function memoryInside(metrics: string): Map<string, GuestMemory> {
  const [total, free] = [new Map<string, number>(), new Map<string, number>()]
  for (const { metric, name, value } of samples(metrics)) {
    if (metric === 'lxd_memory_MemTotal_bytes') total.set(name, value)
    if (metric === 'lxd_memory_MemAvailable_bytes') free.set(name, value)
  }
  return new Map(
    [...total].flatMap(([name, all]): [string, GuestMemory][] => {
      const rest = free.get(name)
      if (rest === undefined || rest > all || all === 0) return []
      return [[name, { available: mib(all), used: mib(all - rest) }]]
    }),
  )
}
