import { msg, type Text } from '../../shared/text.ts'
import { DESCRIPTORS_END, isoFault } from '../iso9660/check.ts'
import { knownBy } from './magic.ts'
import { qcow2Bytes, qcow2Fault } from './qcow2.ts'

/** A disk in a file. Its format is what the record or its name says: it is never found out from what is in it. */
export type HeldDisk = {
  kind: 'disk'
  format: 'qcow2' | 'raw'
  /** The largest disk that it may declare. */
  size_mib: number
}

/** What a file has to be that is brought to a node. */
export type Holds =
  | HeldDisk
  | { kind: 'iso' }
  /** Of a container; `size_mib`: the most that its files may have. */
  | { kind: 'archive'; size_mib: number }
  /** Made by the panel, which knows its checksum. */
  | { kind: 'own' }

/** So many bytes from the beginning of a file are enough to judge it. */
export const HEAD_BYTES = Math.max(DESCRIPTORS_END, 65_536)
const MIB = 2 ** 20
const PACKINGS = ['gzip', 'xz', 'zstd', 'bzip2']
/** POSIX 1003.1, ustar: where the name of the format stands in a header. */
const USTAR = { at: 257, name: 'ustar' }

/**
 * Why a file may not be used as what it should be, or null. Asked at every way by which a file comes in, before a program opens it.
 * @param head the first {@link HEAD_BYTES}, fewer of a shorter file
 * @param size bytes of the file
 */
export function contentFault(head: Buffer, size: number, holds: Holds): Text | null {
  if (holds.kind === 'iso') return isoFault(head.subarray(0, DESCRIPTORS_END), size)
  if (holds.kind === 'archive') return archiveFault(head)
  if (holds.kind === 'own') return null
  const fault = diskFault(head, size, holds.format)
  if (fault) return fault
  const bytes = diskBytes(head, size, holds.format)
  if (bytes <= holds.size_mib * MIB) return null
  return msg`The image needs a disk of at least ${Math.ceil(bytes / MIB)} MiB, and at most ${holds.size_mib} MiB are allowed for it`
}

/** Size of the disk that an image without a fault declares. */
export const diskBytes = (head: Buffer, size: number, format: HeldDisk['format']): number =>
  format === 'qcow2' ? qcow2Bytes(head) : size

function diskFault(head: Buffer, size: number, format: HeldDisk['format']): Text | null {
  if (size === 0) return msg`The image is empty`
  const known = knownBy(head)
  if (format === 'qcow2')
    return known?.what === 'qcow2' ? qcow2Fault(head, size) : msg`The file is named as a qcow2 image and is none`
  // An encrypted disk is a disk.
  if (known === null || known.kind === 'encrypted') return null
  return msg`The file is named as a raw disk and is ${known.what}: name it after what it is, or convert it`
}

function archiveFault(head: Buffer): Text | null {
  const known = knownBy(head)
  if (known ? PACKINGS.includes(known.what) : head.toString('latin1', USTAR.at, USTAR.at + 5) === USTAR.name)
    return null
  return msg`The file is no archive of a container: a tar archive is needed, as it is or packed with ${PACKINGS.join(', ')}`
}
