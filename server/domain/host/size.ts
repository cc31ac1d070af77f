import { msg, type Text } from '../../shared/text.ts'

export type Size = { cpu_number: number; ram_mib: number }
type Wrong = { field: string; words: Text }

const MOST_CPUS = 512
/** Disks of one VM. */
export const MOST_DISKS = 8
const MOST_DISK_MIB = 64 * 1024 * 1024

/**
 * The first amount that no VM can have, and why; null when there is none.
 * @param system what is to run in it; null when that is not known
 */
export function sizeError(
  { cpu_number, ram_mib }: Size,
  system: { name: string; min_ram_mib: number } | null,
): Wrong | null {
  if (cpu_number < 1 || cpu_number > MOST_CPUS) return { field: 'cpu_number', words: msg`from 1 to ${MOST_CPUS}` }
  if (ram_mib < 1) return { field: 'ram_mib', words: msg`at least 1 MiB` }
  if (system && ram_mib < system.min_ram_mib)
    return { field: 'ram_mib', words: msg`${system.name} needs at least ${system.min_ram_mib} MiB` }
  return null
}

/**
 * The same of disks.
 * @param field the one of the request that says how large they are
 */
export function disksError(disks: readonly { size_mib: number }[], field: 'disks' | 'hdd_mib'): Wrong | null {
  if (disks.length > MOST_DISKS) return { field: 'disks', words: msg`at most ${MOST_DISKS}` }
  if (disks.some((disk) => disk.size_mib < 1)) return { field, words: msg`at least 1 MiB` }
  if (disks.some((disk) => disk.size_mib > MOST_DISK_MIB)) return { field, words: msg`at most 64 TiB` }
  return null
}
