import { msg, type Text } from '../../shared/text.ts'

const MOST_DISKS = 8
const MOST_DISK_MIB = 64 * 1024 * 1024

export type Size = {
  cpu_number: number
  ram_mib: number
  disks: readonly { size_mib: number }[]
}

/**
 * The first amount that no VM can have, and why; null when there is none.
 * @param diskField the field of the request that says how large the disks are
 */
export function sizeError(size: Size, diskField: 'disks' | 'hdd_mib'): { field: string; words: Text } | null {
  const { cpu_number, ram_mib, disks } = size
  if (cpu_number < 1 || cpu_number > 512) return { field: 'cpu_number', words: msg`from 1 to 512` }
  if (ram_mib < 1) return { field: 'ram_mib', words: msg`at least 1 MiB` }
  if (disks.length > MOST_DISKS) return { field: 'disks', words: msg`at most ${MOST_DISKS}` }
  if (disks.some((disk) => disk.size_mib < 1)) return { field: diskField, words: msg`at least 1 MiB` }
  if (disks.some((disk) => disk.size_mib > MOST_DISK_MIB)) return { field: diskField, words: msg`at most 64 TiB` }
  return null
}
