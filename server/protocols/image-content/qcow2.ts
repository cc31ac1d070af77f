import { msg, type Text } from '../../shared/text.ts'

/*
 * The header of a qcow2 image as QEMU describes it (docs/interop/qcow2.txt). It is read by ourselves before any program opens the file: a
 * crafted one names files of the node, or makes the program that opens it take all memory.
 */
const V2_BYTES = 72
const V3_BYTES = 104
/** QEMU's own bounds (block/qcow2.h). */
const clusterBits = { least: 9, most: 21 }
const MOST_L1_BYTES = 32 << 20
const MOST_REFCOUNT_BYTES = 8 << 20
const MOST_REFCOUNT_ORDER = 6
const MOST_SNAPSHOTS = 65_536
const SNAPSHOT_BYTES = 40

const feature = { corrupt: 2n, dataFile: 4n, compression: 8n, extendedL2: 16n }
/** The lowest one: it was not closed, which does no harm. */
const KNOWN_FEATURES = 1n | feature.corrupt | feature.dataFile | feature.compression | feature.extendedL2
const extension = { end: 0, dataFile: 0x44415441, encryption: 0x0537be77 }

const DAMAGED = () => msg`The header of the qcow2 image is damaged`
const OUTSIDE = () => msg`Tables of the qcow2 image lie outside of it: it is damaged or incomplete`
/** Said wherever it is found out. */
export const refersElsewhere = () => msg`The image refers to other files: only self-contained images are accepted`
export const encrypted = () => msg`The image is encrypted: the node could not start it`

/** Bytes of the disk in a qcow2 image without a fault. */
export const qcow2Bytes = (head: Buffer): number => Number(head.readBigUInt64BE(24))

/**
 * Why a qcow2 image may not be used, or null.
 * @param head the first 64 KiB, fewer of a shorter file
 * @param size bytes of the file
 */
export function qcow2Fault(head: Buffer, size: number): Text | null {
  if (head.length < V3_BYTES) return DAMAGED()
  const version = head.readUInt32BE(4)
  const bits = head.readUInt32BE(20)
  if (![2, 3].includes(version) || bits < clusterBits.least || bits > clusterBits.most) return DAMAGED()
  const cluster = 2 ** bits
  const length = version === 2 ? V2_BYTES : head.readUInt32BE(100)
  const features = version === 2 ? 0n : head.readBigUInt64BE(72)
  if (length < (version === 2 ? V2_BYTES : V3_BYTES) || length > Math.min(cluster, head.length)) return DAMAGED()
  if (head.readBigUInt64BE(8) !== 0n || (features & feature.dataFile) !== 0n) return refersElsewhere()
  if (head.readUInt32BE(32) !== 0) return encrypted()
  if ((features & feature.corrupt) !== 0n) return msg`The qcow2 image is marked as damaged: repair it first`
  if ((features & ~KNOWN_FEATURES) !== 0n) return msg`The qcow2 image needs features that are not known here`
  if (version === 3 && head.readUInt32BE(96) > MOST_REFCOUNT_ORDER) return DAMAGED()
  if ((features & feature.compression) !== 0n && (length <= V3_BYTES || (head[V3_BYTES] ?? 0) > 1))
    return msg`The qcow2 image needs features that are not known here`
  return extensionFault(head, length, cluster) ?? tableFault(head, size, cluster, features)
}

/** Extensions follow the header within the first cluster. */
function extensionFault(head: Buffer, length: number, cluster: number): Text | null {
  const end = Math.min(cluster, head.length)
  for (let at = length; at + 8 <= end; ) {
    const [type, bytes] = [head.readUInt32BE(at), head.readUInt32BE(at + 4)]
    if (type === extension.end) return null
    if (bytes > end - at - 8) return DAMAGED()
    if (type === extension.dataFile) return refersElsewhere()
    if (type === extension.encryption) return encrypted()
    at += 8 + Math.ceil(bytes / 8) * 8
  }
  return null
}

/** Tables begin at clusters, are no larger than QEMU takes them, and lie in the file. */
function tableFault(head: Buffer, size: number, cluster: number, features: bigint): Text | null {
  const virtual = qcow2Bytes(head)
  if (virtual === 0) return msg`The image is empty`
  const entry = (features & feature.extendedL2) === 0n ? 8 : 16
  const l1 = head.readUInt32BE(36)
  if (l1 * 8 > MOST_L1_BYTES || l1 < Math.ceil(virtual / (cluster * (cluster / entry)))) return DAMAGED()
  const refcounts = head.readUInt32BE(56) * cluster
  if (refcounts === 0 || refcounts > MOST_REFCOUNT_BYTES) return DAMAGED()
  const snapshots = head.readUInt32BE(60)
  if (snapshots > MOST_SNAPSHOTS) return DAMAGED()
  const tables: [at: number, bytes: number][] = [
    [40, l1 * 8],
    [48, refcounts],
    ...(snapshots > 0 ? [[64, snapshots * SNAPSHOT_BYTES] as [number, number]] : []),
  ]
  const end = Math.ceil(size / cluster) * cluster
  for (const [at, bytes] of tables) {
    const offset = head.readBigUInt64BE(at)
    if (offset === 0n || offset % BigInt(cluster) !== 0n || offset + BigInt(bytes) > BigInt(end)) return OUTSIDE()
  }
  return null
}
