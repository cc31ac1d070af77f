import type { DomainSpec } from '../domain-types.ts'
import { tapName } from '../packets/names.ts'
import type { SeedFiles } from '../volume-types.ts'
import { nameKey, uuidKey } from './names.ts'
import { seedWords } from './seed.ts'

type Devices = Record<string, Record<string, string>>
/** Of each interface by its MAC: 2 is the device `nic02`, which the guest sees as `eth2`. */
export type NicNumbers = ReadonlyMap<string, number>

/** An interface keeps its number while the container has it, so its name inside does not change when another one goes. */
export function nicNumbers({ interfaces }: DomainSpec, present: Devices): NicNumbers {
  const macs = interfaces.map(({ mac }) => mac.toLowerCase())
  const numbers = new Map<string, number>()
  for (const [key, { hwaddr = '' }] of Object.entries(present)) {
    const number = /^nic(\d\d)$/.exec(key)?.[1]
    if (number && macs.includes(hwaddr.toLowerCase())) numbers.set(hwaddr.toLowerCase(), Number(number))
  }
  for (const mac of macs) if (!numbers.has(mac)) numbers.set(mac, lowestFree([...numbers.values()]))
  return numbers
}

function lowestFree(taken: readonly number[]): number {
  for (let n = 0; ; n++) if (!taken.includes(n)) return n
}

/** Which seed a container without cloud-init has been told already. */
export const appliedKey = 'user.datahall.applied'
/** Path of the disk that it was made with: another installation has another one. */
export const diskKey = 'user.datahall.disk'

/** The snapshot that it is a copy of, until it has settings of its own. */
export const copiedKey = 'user.datahall.copied'

/** Settings of a container, all of them but those that LXD keeps for itself. */
export function instanceConfig(spec: DomainSpec, seed: SeedFiles | null, numbers: NicNumbers): Record<string, string> {
  const { limits } = spec
  return {
    [nameKey]: spec.internal_name,
    [uuidKey]: spec.uuid,
    // The panel starts what is to run after the node's own start.
    'boot.autostart': 'false',
    'security.privileged': 'false',
    'security.nesting': String(spec.nesting),
    'limits.cpu': String(spec.cpu_number),
    'limits.memory': `${spec.ram_mib}MiB`,
    ...(limits.process_number !== undefined && { 'limits.processes': String(limits.process_number) }),
    ...(seed && {
      'user.user-data': seed['user-data'] ?? '',
      'user.meta-data': seed['meta-data'] ?? '',
      'user.network-config': seed['network-config'] ?? '',
      'raw.lxc': [...hostnameLines(seed), ...addressLines(seed, numbers)].join('\n'),
    }),
  }
}

/** What the container is called from its start on; LXD's name for it is the panel's. */
function hostnameLines(seed: SeedFiles): string[] {
  const { hostname } = seedWords(seed)
  return hostname === null ? [] : [`lxc.uts.name = ${hostname}`]
}

/** Addresses that the kernel has when the container starts, whatever system is in it. */
function addressLines(seed: SeedFiles, numbers: NicNumbers): string[] {
  const given = seedWords(seed).interfaces
  // LXD counts interfaces in the order of their devices' names, whatever numbers are missing.
  const macs = [...numbers.keys()].toSorted((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0))
  return macs.flatMap((mac, n) => {
    const { addresses, gateways } = given.get(mac) ?? { addresses: [], gateways: [] }
    const line = (family: string, what: string, value: string) => `lxc.net.${n}.${family}.${what} = ${value}`
    const family = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4')
    return [
      ...addresses.map((one) => line(family(one), 'address', one)),
      ...gateways.map((one) => line(family(one), 'gateway', one)),
    ]
  })
}

/** Disk and interfaces. */
export function instanceDevices(
  spec: DomainSpec,
  root: { pool: string; size_mib: number },
  numbers: NicNumbers,
): Devices {
  const nics = spec.interfaces.map(({ mac, bridge }) => {
    const n = numbers.get(mac.toLowerCase()) ?? 0
    const nic = {
      type: 'nic',
      nictype: 'bridged',
      parent: bridge,
      name: `eth${n}`,
      hwaddr: mac.toLowerCase(),
      host_name: tapName(spec.internal_name, mac),
    }
    return [`nic${String(n).padStart(2, '0')}`, nic] as const
  })
  return {
    root: { type: 'disk', path: '/', pool: root.pool, size: `${root.size_mib}MiB`, ...diskLimits(spec) },
    ...Object.fromEntries(nics),
  }
}

/** LXD limits a disk by bytes or by operations, not by both. */
function diskLimits({ limits }: DomainSpec): Record<string, string> {
  const one = (mbitps: number | undefined, iops: number | undefined) =>
    mbitps !== undefined ? `${Math.round(mbitps * 125_000)}B` : iops !== undefined ? `${iops}iops` : null
  const reading = one(limits.io_read_mbitps, limits.io_read_iops)
  const writing = one(limits.io_write_mbitps, limits.io_write_iops)
  return { ...(reading && { 'limits.read': reading }), ...(writing && { 'limits.write': writing }) }
}
