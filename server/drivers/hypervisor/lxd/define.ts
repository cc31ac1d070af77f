import type { DomainSpec } from '../domain-types.ts'
import { tapName } from '../packets/names.ts'
import type { SeedFiles } from '../types.ts'
import { nameKey, uuidKey } from './names.ts'
import { seedWords } from './seed.ts'

/** Which seed a container without cloud-init has been told already. */
export const appliedKey = 'user.datahall.applied'

/** Settings of a container, all of them but those that LXD keeps for itself. */
export function instanceConfig(spec: DomainSpec, seed: SeedFiles | null): Record<string, string> {
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
      'raw.lxc': addressLines(spec, seed).join('\n'),
    }),
  }
}

/** Addresses that the kernel has when the container starts, whatever system is in it. */
function addressLines({ interfaces }: DomainSpec, seed: SeedFiles): string[] {
  const given = seedWords(seed).interfaces
  return interfaces.flatMap(({ mac }, n) => {
    const { addresses, gateways } = given.get(mac.toLowerCase()) ?? { addresses: [], gateways: [] }
    const line = (family: string, what: string, value: string) => `lxc.net.${n}.${family}.${what} = ${value}`
    const family = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4')
    return [
      ...addresses.map((one) => line(family(one), 'address', one)),
      ...gateways.map((one) => line(family(one), 'gateway', one)),
    ]
  })
}

/** Disk and interfaces; LXD counts interfaces in the order of these names. */
export function instanceDevices(
  spec: DomainSpec,
  root: { pool: string; size_mib: number },
): Record<string, Record<string, string>> {
  const nics = spec.interfaces.map(
    ({ mac, bridge }, n) =>
      [
        `nic${String(n).padStart(2, '0')}`,
        {
          type: 'nic',
          nictype: 'bridged',
          parent: bridge,
          name: `eth${n}`,
          hwaddr: mac.toLowerCase(),
          host_name: tapName(spec.internal_name, mac),
        },
      ] as const,
  )
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
