import type { DomainStatsRecord, TypedValue } from '../../../protocols/libvirt/procedures.ts'
import type { GuestRequests } from '../backup-types.ts'
import type { DomainState } from '../domain-types.ts'
import type { DiskCounters, DomainStats, InterfaceCounters } from '../figure-types.ts'
import { domainState, isStalled } from './domain-state.ts'

// virDomainStatsTypes: state; and with it CPU, balloon, processors, interfaces and disks.
export const statsState = 1
export const statsDisks = 32
export const statsLoad = 1 | 2 | 4 | 8 | 16 | statsDisks
// VIR_CONNECT_GET_ALL_DOMAINS_STATS_NOWAIT: a busy VM must not hold up all others.
export const statsNoWait = 1 << 29

/** Disks and interfaces of one VM that are looked at; libvirt itself allows no more of either in practice. */
const MOST_DEVICES = 64
const MOST_PROCESSORS = 1024

type Values = Map<string, TypedValue>

/** A counter, or null where there is none or it makes no sense. */
function counter(values: Values, key: string): number | null {
  const value = values.get(key)
  if (typeof value !== 'number' && typeof value !== 'bigint') return null
  const number = Number(value)
  return number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : null
}

const number = (values: Values, key: string): number => counter(values, key) ?? 0
const most = (values: Values, key: string, limit: number) => Math.min(number(values, key), limit)

/** The state that the statistics of a domain report. */
export const stateOf = (values: Values): DomainState =>
  domainState(Number(values.get('state.state') ?? 0), Number(values.get('state.reason') ?? 0))

/** Whether the statistics of a domain report that it stands still because of its disks. */
export const stalledOf = (values: Values): boolean =>
  isStalled(Number(values.get('state.state') ?? 0), Number(values.get('state.reason') ?? 0))

/** Time the processors of a VM waited for one of the node; libvirt before 7.10 does not report it. */
function stealNs(values: Values): number | null {
  let total: number | null = null
  const count = most(values, 'vcpu.maximum', MOST_PROCESSORS)
  for (let i = 0; i < count; i++) {
    const delay = counter(values, `vcpu.${i}.delay`)
    if (delay !== null) total = (total ?? 0) + delay
  }
  return total
}

/** Names go into keys of series: letters, digits and a few marks only. */
const nameOf = (value: TypedValue | undefined): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9._-]{1,32}$/.test(value) ? value : null

function disks(values: Values): DiskCounters[] {
  const found = new Map<string, DiskCounters>()
  const count = most(values, 'block.count', MOST_DEVICES)
  for (let i = 0; i < count; i++) {
    const name = nameOf(values.get(`block.${i}.name`))
    // Images below a disk are listed under its name as well, with counters of their own.
    if (name === null || found.has(name)) continue
    const of = (key: string) => number(values, `block.${i}.${key}`)
    // An empty drive counts nothing.
    if (!values.has(`block.${i}.rd.reqs`)) continue
    found.set(name, {
      name,
      read_bytes: of('rd.bytes'),
      write_bytes: of('wr.bytes'),
      read_ops: of('rd.reqs'),
      write_ops: of('wr.reqs'),
      read_ns: of('rd.times'),
      write_ns: of('wr.times'),
    })
  }
  return [...found.values()]
}

/** Requests to some of the disks of a domain, those to write everything down included. @param names such as `vda` */
export function requestsTo({ values }: DomainStatsRecord, names: readonly string[]): GuestRequests {
  const wanted = new Set(names)
  const found = { count: 0, ns: 0 }
  for (let i = 0; i < most(values, 'block.count', MOST_DEVICES); i++) {
    // Images below a disk have its name as well, and come after it.
    if (!wanted.delete(nameOf(values.get(`block.${i}.name`)) ?? '')) continue
    for (const kind of ['rd', 'wr', 'fl']) {
      found.count += number(values, `block.${i}.${kind}.reqs`)
      found.ns += number(values, `block.${i}.${kind}.times`)
    }
  }
  return found
}

function interfaces(values: Values): InterfaceCounters[] {
  return Array.from({ length: most(values, 'net.count', MOST_DEVICES) }, (_, i) => {
    const of = (key: string) => number(values, `net.${i}.${key}`)
    return {
      // Names on the node change with each start; the order is that of the definition.
      name: String(i),
      rx_bytes: of('rx.bytes'),
      tx_bytes: of('tx.bytes'),
      rx_packets: of('rx.pkts'),
      tx_packets: of('tx.pkts'),
      errors: of('rx.errs') + of('tx.errs'),
      drops: of('rx.drop') + of('tx.drop'),
    }
  })
}

/** The guest's own view of its memory, in MiB; its driver may report anything. */
function guestMemory(values: Values): DomainStats['ram_guest_mib'] {
  const available = counter(values, 'balloon.available')
  const free = counter(values, 'balloon.usable') ?? counter(values, 'balloon.unused')
  if (available === null || free === null) return null
  // No guest sees more than it was given at most.
  const seen = Math.min(available, counter(values, 'balloon.maximum') ?? available)
  return { available: Math.round(seen / 1024), used: Math.round(Math.max(0, seen - free) / 1024) }
}

/** One domain of `virConnectGetAllDomainStats`. Everything in it is bounded: the guest takes part in some of it. */
export function readStats({ domain, values }: DomainStatsRecord): DomainStats {
  const guest = guestMemory(values)
  const held = Math.round(number(values, 'balloon.rss') / 1024)
  return {
    internal_name: domain.name,
    state: stateOf(values),
    cpu_time_ns: number(values, 'cpu.time'),
    cpu_steal_ns: stealNs(values),
    ram_used_mib: guest?.used ?? held,
    ram_host_mib: held,
    ram_guest_mib: guest,
    disks: disks(values),
    interfaces: interfaces(values),
  }
}
