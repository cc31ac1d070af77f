/**
 * What is kept of a VM or node in a slot: parts, each with a key and six values. A part is the object itself (`cpu`, `pressure`), a disk
 * (`d:vda`) or an interface (`n:0` of a VM, `n:eno1` of a node). Rates are per second; times of disks are milliseconds of work a second,
 * so that means of means stay right, and latency is their quotient by operations.
 */
export const PART_WIDTH = 6

export const hostCpu = ['cpu', 'steal', 'ram_used', 'ram_host', 'ram_guest', 'ram_available'] as const
export const nodeCpu = ['cpu', 'iowait', 'steal', 'ram_used', 'load', 'swap'] as const
export const nodePressure = ['cpu', 'memory', 'io'] as const
export const diskValues = ['read_bytes', 'write_bytes', 'read_ops', 'write_ops', 'read_busy', 'write_busy'] as const
export const netValues = ['rx_bytes', 'tx_bytes', 'rx_packets', 'tx_packets', 'errors', 'drops'] as const

export type FigureOwner = 'host' | 'node'
export type PartKind = 'cpu' | 'pressure' | 'disk' | 'net'

/** Kind and name of a part; null for a key that this release does not know. */
export function partOf(key: string): { kind: PartKind; name: string } | null {
  if (key === 'cpu' || key === 'pressure') return { kind: key, name: '' }
  const match = /^([dn]):(.+)$/.exec(key)
  return match ? { kind: match[1] === 'd' ? 'disk' : 'net', name: match[2] ?? '' } : null
}

/** Names of the values of a part, in their order. */
export function valuesOf(owner: FigureOwner, kind: PartKind): readonly string[] {
  if (kind === 'cpu') return owner === 'host' ? hostCpu : nodeCpu
  return kind === 'pressure' ? nodePressure : kind === 'disk' ? diskValues : netValues
}

/** Milliseconds that one operation takes; null when there were none. */
export const latency = (busy: number | null, operations: number | null): number | null =>
  busy === null || !operations ? null : busy / operations
