import * as zlib from 'node:zlib'
import { msg } from '../../shared/text.ts'
import { StoreError } from './errors.ts'

/** How the content of a piece is packed: as it is, zstd, or deflate (written where the runtime has no zstd). */
export const packings = { plain: 0, zstd: 1, deflate: 2 } as const
export type Packing = (typeof packings)[keyof typeof packings]

export const isPacking = (byte: unknown): byte is Packing => byte === 0 || byte === 1 || byte === 2

/** Packed only when it saves this part: unpacking costs time as well. */
const WORTH = 0.97

/** Node.js before 22.15 has none of this, and so have the types of the oldest version that the panel runs on. */
const { zstdCompressSync, zstdDecompressSync } = zlib as {
  zstdCompressSync?: (data: Uint8Array, options: { params: Record<number, number> }) => Buffer
  zstdDecompressSync?: (data: Uint8Array, options: { maxOutputLength: number }) => Buffer
}
/** ZSTD_c_compressionLevel of zstd.h. */
const LEVEL = 100

function packed(data: Uint8Array): { packing: Packing; body: Buffer } {
  if (!zstdCompressSync) return { packing: packings.deflate, body: zlib.deflateRawSync(data, { level: 1 }) }
  return { packing: packings.zstd, body: zstdCompressSync(data, { params: { [LEVEL]: 1 } }) }
}

/** Packs content when that is worth it. */
export function pack(data: Uint8Array): { packing: Packing; body: Buffer } {
  const small = packed(data)
  if (small.body.length <= data.length * WORTH) return small
  return { packing: packings.plain, body: Buffer.from(data.buffer, data.byteOffset, data.length) }
}

/**
 * Unpacks content that may have at most so many bytes: nothing more is unpacked.
 * @throws StoreError `damaged` for more bytes or no packed content, `unsupported` when this runtime has no zstd
 */
export function unpack(packing: Packing, body: Buffer, atMost: number): Buffer {
  try {
    if (packing === packings.plain) {
      if (body.length > atMost) throw new RangeError(`${body.length} bytes`)
      return body
    }
    // 0 would mean no limit.
    const options = { maxOutputLength: Math.max(1, atMost) }
    if (packing === packings.deflate) return zlib.inflateRawSync(body, options)
    if (zstdDecompressSync) return zstdDecompressSync(body, options)
  } catch (cause) {
    throw new StoreError('damaged', msg`A packed piece has more than ${atMost} bytes or is damaged`, { cause })
  }
  throw new StoreError('unsupported', msg`This Node.js has no zstd: reading this backup takes version 22.15 or later`)
}
