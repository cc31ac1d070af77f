/**
 * What is kept of a VM or node in a slot: parts, each with a key and six values. A part is the object itself (`cpu`, `pressure`), a disk
 * (`d:vda`), an interface (`n:0` of a VM, `n:eno1` of a node) or a file system of a guest (`f:%2F`), which is there every few minutes only. Rates are per second; times of disks are milliseconds of work a second,
 * so that means of means stay right, and latency is their quotient by operations.
 */
export const PART_WIDTH = 6

export const hostCpu = ['cpu', 'steal', 'ram_used', 'ram_host', 'ram_guest', 'ram_available'] as const
export const nodeCpu = ['cpu', 'iowait', 'steal', 'ram_used', 'load', 'swap'] as const
export const pressureValues = ['cpu', 'memory', 'io'] as const
export const diskValues = ['read_bytes', 'write_bytes', 'read_ops', 'write_ops', 'read_busy', 'write_busy'] as const
export const netValues = ['rx_bytes', 'tx_bytes', 'rx_packets', 'tx_packets', 'errors', 'drops'] as const

/** Percent, MiB, MiB. */
export const fileSystemValues = ['used', 'used_mib', 'total_mib'] as const

export type FigureOwner = 'host' | 'node'
export type PartKind = 'cpu' | 'pressure' | 'disk' | 'net' | 'fs'

const KINDS = { d: 'disk', n: 'net', f: 'fs' } as const
const LONGEST_KEY = 120

/** Key of a file system by where it is mounted, which is the guest's word; null when it is too long. */
export function fileSystemKey(mount: string): string | null {
  const key = `f:${encodeURIComponent(mount)}`
  return key.length <= LONGEST_KEY ? key : null
}

/** Kind and name of a part; null for a key that this release does not know. */
export function partOf(key: string): { kind: PartKind; name: string } | null {
  if (key === 'cpu' || key === 'pressure') return { kind: key, name: '' }
  const [, letter = '', name = ''] = /^([dnf]):(.+)$/.exec(key) ?? []
  if (name === '') return null
  const kind = KINDS[letter as keyof typeof KINDS]
  return { kind, name: kind === 'fs' ? decodeURIComponent(name) : name }
}

/** Names of the values of a part, in their order. */
export function valuesOf(owner: FigureOwner, kind: PartKind): readonly string[] {
  if (kind === 'cpu') return owner === 'host' ? hostCpu : nodeCpu
  if (kind === 'fs') return fileSystemValues
  return kind === 'pressure' ? pressureValues : kind === 'disk' ? diskValues : netValues
}

/** Milliseconds that one operation takes; null when there were none. */
export const latency = (busy: number | null, operations: number | null): number | null =>
  busy === null || !operations ? null : busy / operations
