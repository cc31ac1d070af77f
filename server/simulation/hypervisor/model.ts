import { createHash } from 'node:crypto'
import type { NodeUsage } from '../../drivers/hypervisor/figure-types.ts'
import type { NodeFacts } from '../../drivers/hypervisor/node-types.ts'
import { runsContainers } from './container-nodes.ts'
import { faultyNodes } from './faults.ts'
import { dice, load, used } from './load.ts'
import { type NodeState, sizeOf } from './state.ts'

const pick = <T>(from: readonly T[], ...words: string[]): T => from[Math.floor(dice(...words) * from.length)] as T

export const hostKeyOf = (node: string): string =>
  `SHA256:${createHash('sha256').update(`host key of ${node}`).digest('base64').replace(/=+$/, '')}`

const hardware = [
  { cpu_model: 'AMD EPYC 7443P 24-Core Processor', cpu_number: 48 },
  { cpu_model: 'AMD EPYC 9354P 32-Core Processor', cpu_number: 64 },
  { cpu_model: 'Intel(R) Xeon(R) Silver 4314 CPU @ 2.40GHz', cpu_number: 32 },
] as const

export const system = { os_name: 'Debian GNU/Linux 12 (bookworm)', kernel: '6.1.0-38-amd64' }
export const versionsOf = (node: string) =>
  runsContainers(node)
    ? { libvirt_version: null, qemu_version: null, lxd_version: '5.0.2' }
    : { libvirt_version: '9.0.0', qemu_version: '7.2.17', lxd_version: null }

export const storageMib = (node: string): number => pick([1, 2, 4], node, 'storage') * 1024 * 1024
export const ramMib = (node: string): number => pick([128, 256, 512], node, 'ram') * 1024

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
    ...versionsOf(node),
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

export function usageOf(node: string, state: NodeState, now: number): NodeUsage {
  const running = Object.entries(state.domains).filter(([, domain]) => domain.started_at !== null)
  const cpu = running.reduce((sum, [name, domain]) => sum + load(name, now / 1000) * sizeOf(domain).cpu_number, 0)
  const ram = running.reduce((sum, [name, domain]) => sum + used(name, sizeOf(domain).ram_mib), 0)
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
    if (file.kind === 'memory') mib += file.size_mib
    if (file.kind === 'image') mib += Math.ceil(file.size_bytes / 2 ** 20)
  }
  return faultyNodes[node] === 'disk_full' ? storageMib(node) : Math.min(mib, storageMib(node))
}
