import { createHash } from 'node:crypto'
import type { DomainStats, NodeFacts, NodeUsage } from '../../drivers/hypervisor/types.ts'
import { faultyNodes } from './faults.ts'
import { type DummyDomain, type NodeState, sizeOf } from './state.ts'

/** A number in 0…1 that is always the same for the same words. */
function dice(...words: string[]): number {
  return createHash('sha256').update(words.join('\0')).digest().readUInt32BE(0) / 2 ** 32
}
const pick = <T>(from: readonly T[], ...words: string[]): T => from[Math.floor(dice(...words) * from.length)] as T

export const hostKeyOf = (node: string): string =>
  `SHA256:${createHash('sha256').update(`host key of ${node}`).digest('base64').replace(/=+$/, '')}`

const hardware = [
  { cpu_model: 'AMD EPYC 7443P 24-Core Processor', cpu_number: 48 },
  { cpu_model: 'AMD EPYC 9354P 32-Core Processor', cpu_number: 64 },
  { cpu_model: 'Intel(R) Xeon(R) Silver 4314 CPU @ 2.40GHz', cpu_number: 32 },
] as const

export const system = { os_name: 'Debian GNU/Linux 12 (bookworm)', kernel: '6.1.0-38-amd64' }
export const versions = { libvirt_version: '9.0.0', qemu_version: '7.2.17' }

export const storageMib = (node: string): number => pick([1, 2, 4], node, 'storage') * 1024 * 1024
const ramMib = (node: string): number => pick([128, 256, 512], node, 'ram') * 1024

function macOf(node: string, nic: string): string {
  const bytes = createHash('sha256').update(`${node} ${nic}`).digest()
  return ['02', ...[...bytes.subarray(0, 5)].map((b) => b.toString(16).padStart(2, '0'))].join(':')
}

export function factsOf(node: string): NodeFacts {
  const mac = macOf(node, 'eno1')
  const nic = { up: true, slaves: [], v4: [], v6: [], gateway_v4: null, gateway_v6: null }
  const isV4 = /^\d+\.\d+\.\d+\.\d+$/.test(node)
  return {
    hostname: `dummy-${isV4 ? node.split('.').slice(-2).join('-') : node.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}`,
    ...system,
    ...versions,
    ...pick(hardware, node, 'cpu'),
    ram_mib: ramMib(node),
    interfaces: [
      { ...nic, name: 'eno1', type: 'eth', mac },
      { ...nic, name: 'eno2', type: 'eth', mac: macOf(node, 'eno2') },
      {
        ...nic,
        name: 'vmbr0',
        type: 'bridge',
        mac,
        slaves: ['eno1'],
        v4: isV4 ? [`${node}/24`] : [],
        gateway_v4: isV4 ? node.replace(/\d+$/, '254') : null,
      },
      { ...nic, name: 'vmbr1', type: 'bridge', mac: macOf(node, 'eno2'), slaves: ['eno2'] },
    ],
  }
}

/** Load of a domain between 0 and 1 per CPU: a level of its own that breathes over minutes and the day. */
function load(name: string, seconds: number): number {
  const level = 0.04 + 0.5 * dice(name, 'load') ** 2
  return level * (1 + 0.5 * Math.sin(seconds / 97 + 6 * dice(name, 'minute')) + 0.3 * Math.sin(seconds / 13_700))
}

/** The integral of `load` from 0 to `seconds`, so that counters only grow and rates follow the load. */
function work(name: string, from: number, to: number): number {
  const level = 0.04 + 0.5 * dice(name, 'load') ** 2
  const phase = 6 * dice(name, 'minute')
  const at = (s: number) => s - 0.5 * 97 * Math.cos(s / 97 + phase) - 0.3 * 13_700 * Math.cos(s / 13_700)
  return level * (at(to) - at(from))
}

const used = (name: string, domain: DummyDomain) =>
  Math.round(sizeOf(domain).ram_mib * (0.25 + 0.5 * dice(name, 'ram')))

export function statsOf(name: string, domain: DummyDomain, now: number): DomainStats {
  const running = domain.started_at !== null
  const start = (domain.started_at ?? now) / 1000
  const done = running ? Math.max(0, work(name, start, now / 1000)) : 0
  const grown = (what: string, perSecond: number, atBoot: number) =>
    running ? Math.round(atBoot + done * perSecond * (0.2 + dice(name, what))) : 0
  return {
    internal_name: name,
    state: domain.state,
    cpu_time_ns: running ? Math.round((2 + done * sizeOf(domain).cpu_number) * 1e9) : 0,
    ram_used_mib: running ? used(name, domain) : 0,
    disk_read_bytes: grown('read', 3e6, 210e6),
    disk_write_bytes: grown('write', 2e6, 35e6),
    net_rx_bytes: grown('rx', 1.5e6, 90e3),
    net_tx_bytes: grown('tx', 4e6, 60e3),
  }
}

export function usageOf(node: string, state: NodeState, now: number): NodeUsage {
  const running = Object.entries(state.domains).filter(([, domain]) => domain.started_at !== null)
  const cpu = running.reduce((sum, [name, domain]) => sum + load(name, now / 1000) * sizeOf(domain).cpu_number, 0)
  const ram = running.reduce((sum, [name, domain]) => sum + used(name, domain), 0)
  const percent = 1.5 + (100 * cpu) / factsOf(node).cpu_number
  return {
    cpu_percent: Math.round(Math.min(100, percent) * 10) / 10,
    ram_used_mib: Math.min(ramMib(node), 2_100 + ram),
    storage_mib: { total: storageMib(node), used: usedStorageMib(node, state) },
  }
}

/** Thin volumes hold this part of their size. */
export const VOLUME_FILL = 0.3

/** Room taken on a node. */
export function usedStorageMib(node: string, state: NodeState): number {
  let mib = 9_400
  for (const file of Object.values(state.files)) {
    if (file.kind === 'volume') mib += Math.round(file.size_mib * VOLUME_FILL)
    if (file.kind === 'image') mib += Math.ceil(file.size_bytes / 2 ** 20)
  }
  return faultyNodes[node] === 'disk_full' ? storageMib(node) : Math.min(mib, storageMib(node))
}
