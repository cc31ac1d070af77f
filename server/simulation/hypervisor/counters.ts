import type {
  DiskCounters,
  DomainStats,
  InterfaceCounters,
  NodeCounters,
  Pressure,
} from '../../drivers/hypervisor/figure-types.ts'
import { dice, latencyMs, load, OPERATION, PACKET, perSecond, steal, used, waits, work } from './load.ts'
import { factsOf, ramMib } from './model.ts'
import { type DummyDomain, type NodeState, sizeOf } from './state.ts'

/** Counters of a simulated domain at a moment, from what it has done since its start. */
export function statsOf(name: string, domain: DummyDomain, now: number): DomainStats {
  const running = domain.started_at !== null
  const start = (domain.started_at ?? now) / 1000
  const done = running ? Math.max(0, work(name, start, now / 1000)) : 0
  const grown = (what: Parameters<typeof perSecond>[1], atBoot: number) =>
    running ? Math.round(atBoot + done * perSecond(name, what)) : 0
  const { interfaces } = domain.spec
  const disks = domain.spec.disks.filter(({ target_dev }) => !domain.running?.late?.includes(target_dev))
  const { ram_mib, cpu_number } = sizeOf(domain)
  // The first disk and the first interface do most of the work.
  const share = (i: number, of: number, bytes: number) =>
    Math.round(of === 1 ? bytes : i === 0 ? bytes * 0.8 : (bytes * 0.2) / (of - 1))
  const inside = used(name, ram_mib)
  return {
    internal_name: name,
    state: domain.state,
    cpu_time_ns: running ? Math.round((2 + done * cpu_number) * 1e9) : 0,
    cpu_steal_ns: running ? Math.round(done * cpu_number * steal(name) * 1e9) : 0,
    ram_used_mib: running ? inside : 0,
    ram_host_mib: running ? Math.min(ram_mib, Math.round(inside * (1.05 + 0.2 * dice(name, 'held')))) : 0,
    ram_guest_mib: running ? { available: Math.round(ram_mib * 0.97), used: inside } : null,
    disks: disks.map(({ target_dev }, i) =>
      disk(
        name,
        target_dev,
        share(i, disks.length, grown('read', 210e6)),
        share(i, disks.length, grown('write', 35e6)),
      ),
    ),
    interfaces: interfaces.map((_, i) =>
      card(String(i), share(i, interfaces.length, grown('rx', 90e3)), share(i, interfaces.length, grown('tx', 60e3))),
    ),
  }
}

function disk(owner: string, name: string, read_bytes: number, write_bytes: number): DiskCounters {
  const [read_ops, write_ops] = [Math.round(read_bytes / OPERATION.read), Math.round(write_bytes / OPERATION.write)]
  return {
    name,
    read_bytes,
    write_bytes,
    read_ops,
    write_ops,
    read_ns: Math.round(read_ops * latencyMs(owner, 'read') * 1e6),
    write_ns: Math.round(write_ops * latencyMs(owner, 'write') * 1e6),
  }
}

const card = (name: string, rx_bytes: number, tx_bytes: number): InterfaceCounters => ({
  name,
  rx_bytes,
  tx_bytes,
  rx_packets: Math.round(rx_bytes / PACKET.rx),
  tx_packets: Math.round(tx_bytes / PACKET.tx),
  errors: 0,
  drops: 0,
})

/** @param busy share of its processors that a VM uses */
function pressureOf(name: string, busy: number, now: number): Pressure {
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    cpu: round(Math.min(60, 20 * busy ** 2)),
    memory: round(waits(name, 'memory')),
    io: round(waits(name, 'io') * (1 + Math.sin(now / 83_000))),
  }
}

/** Counters of a simulated node: all of its domains together and a little of its own. */
export function countersOf(node: string, state: NodeState, now: number): NodeCounters {
  const { cpu_number } = factsOf(node)
  const running = Object.entries(state.domains).filter(([, domain]) => domain.started_at !== null)
  const stats = running.map(([name, domain]) => statsOf(name, domain, now))
  const sum = (of: (one: DomainStats) => number) => stats.reduce((total, one) => total + of(one), 0)
  const uptime = now / 1000 - 1.7e9
  const all = uptime * cpu_number * 100
  const busyNow = running.reduce(
    (total, [name, domain]) => total + load(name, now / 1000) * sizeOf(domain).cpu_number,
    0,
  )
  const busy = Math.min(all, (sum((one) => one.cpu_time_ns) / 1e9) * 100 + all * 0.015)
  const own = { ram: 2_100, bytes: uptime * 40_000 }
  const iowait = all * 0.004
  const held = Math.min(ramMib(node), own.ram + sum((one) => one.ram_used_mib))
  const of = (key: 'read_bytes' | 'write_bytes') =>
    sum((one) => one.disks.reduce((bytes, each) => bytes + each[key], 0))
  const net = (key: 'rx_bytes' | 'tx_bytes') =>
    sum((one) => one.interfaces.reduce((bytes, each) => bytes + each[key], 0))
  return {
    cpu: { all, idle: Math.max(0, all - busy - iowait), iowait, steal: 0 },
    ram_mib: { total: ramMib(node), available: ramMib(node) - held },
    swap_used_mib: 0,
    load_1: Math.round((busyNow + 0.4) * 100) / 100,
    pressure: {
      cpu: Math.round(Math.min(60, (20 * busyNow) / cpu_number) * 100) / 100,
      memory: Math.round(dice(node, 'pressure') ** 4 * 300) / 100,
      io: Math.round((0.2 + 3 * dice(node, 'io') ** 2 * (1 + Math.sin(now / 97_000))) * 100) / 100,
    },
    pressures: new Map(running.map(([name]) => [name, pressureOf(name, load(name, now / 1000), now)])),
    disks: [disk(node, 'nvme0n1', Math.round(of('read_bytes') + own.bytes), Math.round(of('write_bytes') + own.bytes))],
    interfaces: [
      card('eno1', Math.round(net('rx_bytes') + own.bytes), Math.round(net('tx_bytes') + own.bytes)),
      card('eno2', Math.round(own.bytes / 4), Math.round(own.bytes / 5)),
    ],
  }
}
