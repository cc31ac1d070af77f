import { createHmac } from 'node:crypto'
import { giveBack } from '../../shared/memory.ts'
import { msg } from '../../shared/text.ts'
import { OVERHEAD, open, seal } from './envelope.ts'
import { StoreError } from './errors.ts'
import type { StoreKeys } from './keys.ts'
import { pack, unpack } from './packing.ts'

/** Bytes of a chunk's name. */
export const ID_BYTES = 32
/** Chunk sizes that a location may have, bytes. */
export const chunkSizes = [1 << 20, 4 << 20] as const

/** The file of a chunk has at most so many bytes. */
export const mostOfChunk = (chunkBytes: number): number => chunkBytes + OVERHEAD

const zeros = Buffer.alloc(4 << 20)

/** Whether content is nothing but zeros: a hole of the disk, which is not stored. */
export function isZero(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at += zeros.length) {
    const part = data.subarray(at, at + zeros.length)
    if (zeros.compare(part, 0, part.length, 0, part.length) !== 0) return false
  }
  return true
}

/** The name of content: 32 bytes that are equal for equal content, and mean nothing without the key. */
export const chunkId = (keys: StoreKeys, data: Uint8Array): Buffer =>
  createHmac('sha256', keys.id).update(data).digest()

/** The file of a chunk. */
export const sealChunk = (keys: StoreKeys, id: Buffer, data: Uint8Array): Buffer =>
  seal(keys, 'DHchunk1', id.toString('hex'), pack(data))

/**
 * The content of a chunk's file.
 * @param atMost bytes of content @throws StoreError `damaged` unless it is what was stored under this name
 */
export function openChunk(keys: StoreKeys, id: Buffer, file: Buffer, atMost: number): Buffer {
  const name = id.toString('hex')
  const { packing, body } = open(keys, 'DHchunk1', name, file)
  const data = unpack(packing, body, atMost)
  if (data !== body) giveBack(body)
  if (!chunkId(keys, data).equals(id)) throw new StoreError('damaged', msg`${name} is not what was written`)
  return data
}
