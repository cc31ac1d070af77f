const CLUSTER = 65_536
const MIB = 2 ** 20
/** What one entry of the first table stands for. */
const L1_COVERS = CLUSTER * (CLUSTER / 8)
/** Where the header's extensions end; whatever stands behind is left alone. */
export const BEHIND_HEADER = 512

/** A whole qcow2 image without content, as `qemu-img create` makes it. */
export function sampleQcow2(size_mib: number): Buffer {
  const entries = Math.ceil((size_mib * MIB) / L1_COVERS)
  const bytes = Buffer.alloc(3 * CLUSTER + entries * 8)
  bytes.writeUInt32BE(0x514649fb, 0)
  bytes.writeUInt32BE(3, 4)
  bytes.writeUInt32BE(Math.log2(CLUSTER), 20)
  bytes.writeBigUInt64BE(BigInt(size_mib * MIB), 24)
  bytes.writeUInt32BE(entries, 36)
  bytes.writeBigUInt64BE(BigInt(3 * CLUSTER), 40)
  bytes.writeBigUInt64BE(BigInt(CLUSTER), 48)
  bytes.writeUInt32BE(1, 56)
  // Counters of 16 bits.
  bytes.writeUInt32BE(4, 96)
  bytes.writeUInt32BE(104, 100)
  bytes.writeBigUInt64BE(BigInt(2 * CLUSTER), CLUSTER)
  for (let cluster = 0; cluster < 4; cluster++) bytes.writeUInt16BE(1, 2 * CLUSTER + 2 * cluster)
  return bytes
}
