import type { os } from '../../../../generated/prisma/client.ts'
import type { Holds } from '../../../protocols/image-content/content.ts'

type Image = { sha256: string; format: string }

/** Path of an image on a node: named by its checksum, so that a new version never overwrites one that VMs use. */
export const imagePath = (os_storage_path: string, image: Image) =>
  `${os_storage_path.replace(/\/$/, '')}/${image.sha256}.${image.format}`

/** Key of what brings an image to a node or removes it. */
export const imageLock = (os_id: number, node_id: number) => `image:${os_id}:${node_id}`

type Sizes = Pick<os, 'format' | 'virtual_size_mib' | 'hdd_mib_required'>

/** The disk of a system as large as its catalogue entry says. */
export const largestMib = ({ virtual_size_mib, hdd_mib_required }: Omit<Sizes, 'format'>): number =>
  Math.max(virtual_size_mib, hdd_mib_required)

/** What the file of a system has to be by its catalogue entry. */
export function holdsOf(system: Sizes): Holds {
  const size_mib = largestMib(system)
  if (system.format === 'lxd') return { kind: 'archive', size_mib }
  return { kind: 'disk', format: system.format === 'raw' ? 'raw' : 'qcow2', size_mib }
}
