import { createHash } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import { chunkSizes, ID_BYTES } from './chunk.ts'
import { OVERHEAD, open, seal } from './envelope.ts'
import { StoreError } from './errors.ts'
import type { StoreKeys } from './keys.ts'
import { pack, unpack } from './packing.ts'

/*
 * The index of a disk's backup: which chunk stands for which piece of the disk. A file of sealed segments, each with its length before it:
 *   segment 0: JSON {size, chunk_bytes}     segments 1…: 32 bytes a piece, zeros for a hole, `PER_SEGMENT` pieces each
 * A segment is sealed under the file's path, its number and whether it is the last, so none can be left out, moved or taken from another.
 */
const PER_SEGMENT = 16_384
const SEGMENT_BYTES = PER_SEGMENT * ID_BYTES
/** Most pieces of a disk, whose index is 128 MiB: 4 TiB in chunks of 1 MiB, 16 TiB in chunks of 4 MiB. */
export const MOST_PIECES = 4 * 2 ** 20
const MOST_HEAD = 1024

export type IndexHead = {
  /** Of the disk, bytes. */
  size: number
  chunk_bytes: number
}

/** How many pieces a disk has. */
export const pieceCount = ({ size, chunk_bytes }: IndexHead): number => Math.ceil(size / chunk_bytes)

/** Bytes of one piece: the last may be shorter. */
export const pieceBytes = ({ size, chunk_bytes }: IndexHead, piece: number): number =>
  Math.min(chunk_bytes, size - piece * chunk_bytes)

/** The largest file that the index of such a disk can be. */
export const mostOfIndex = (pieces: number): number =>
  4 + MOST_HEAD + OVERHEAD + Math.ceil(pieces / PER_SEGMENT) * (4 + OVERHEAD) + pieces * ID_BYTES

/** An index in memory: the names of all pieces one after another (32 bytes each). */
export type Index = IndexHead & { ids: Buffer }

/** The name of one piece; null for a hole. */
export function idAt(index: Index, piece: number): Buffer | null {
  const id = index.ids.subarray(piece * ID_BYTES, (piece + 1) * ID_BYTES)
  if (id.length !== ID_BYTES) throw new RangeError('No such piece')
  return id.equals(noId) ? null : id
}
const noId = Buffer.alloc(ID_BYTES)

/** An index of nothing but holes. @throws RangeError for a size that no disk has */
export function emptyIndex(head: IndexHead): Index {
  checkHead(head)
  return { ...head, ids: Buffer.alloc(pieceCount(head) * ID_BYTES) }
}

export function setId(index: Index, piece: number, id: Buffer | null): void {
  if (!Number.isInteger(piece) || piece < 0 || piece >= pieceCount(index)) throw new RangeError('No such piece')
  ;(id ?? noId).copy(index.ids, piece * ID_BYTES)
}

const nameOf = (path: string, number: number, last: boolean) => `${path}\0${number}\0${last ? 'last' : 'more'}`

/** The file of an index, and its SHA-256, by which an older one is recognised. */
export function sealIndex(keys: StoreKeys, path: string, index: Index): { file: Buffer; digest: Buffer } {
  checkHead(index)
  const { size, chunk_bytes, ids } = index
  if (ids.length !== pieceCount(index) * ID_BYTES) throw new RangeError('An index has a name for each piece')
  const segments: Buffer[] = [Buffer.from(JSON.stringify({ size, chunk_bytes }))]
  for (let at = 0; at < ids.length; at += SEGMENT_BYTES) segments.push(ids.subarray(at, at + SEGMENT_BYTES))
  const parts = segments.flatMap((segment, number) => {
    const name = nameOf(path, number, number === segments.length - 1)
    const sealed = seal(keys, 'DHindex1', name, pack(segment))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return [length, sealed]
  })
  const file = Buffer.concat(parts)
  return { file, digest: digestOf(file) }
}

export const digestOf = (file: Buffer): Buffer => createHash('sha256').update(file).digest()

/**
 * Opens the file of an index.
 * @param digest SHA-256 of the file as it was written; null when it was not kept
 * @throws StoreError `damaged` when it is another file, an older one, or was changed
 */
export function openIndex(keys: StoreKeys, path: string, file: Buffer, digest: Buffer | null): Index {
  if (digest && !digestOf(file).equals(digest)) throw damaged(path)
  let at = 0
  let number = 0
  const next = (atMost: number): Buffer => {
    if (at + 4 > file.length) throw damaged(path)
    const length = file.readUInt32BE(at)
    const end = at + 4 + length
    if (length > atMost + OVERHEAD || end > file.length) throw damaged(path)
    const { packing, body } = open(
      keys,
      'DHindex1',
      nameOf(path, number, end === file.length),
      file.subarray(at + 4, end),
    )
    at = end
    number++
    return unpack(packing, body, atMost)
  }
  const head = readHead(path, next(MOST_HEAD))
  const ids = Buffer.alloc(pieceCount(head) * ID_BYTES)
  for (let filled = 0; filled < ids.length; ) {
    const expected = Math.min(SEGMENT_BYTES, ids.length - filled)
    const segment = next(expected)
    if (segment.length !== expected) throw damaged(path)
    segment.copy(ids, filled)
    filled += expected
  }
  if (at !== file.length) throw damaged(path)
  return { ...head, ids }
}

function readHead(path: string, json: Buffer): IndexHead {
  try {
    const { size, chunk_bytes } = JSON.parse(json.toString('utf8')) as IndexHead
    checkHead({ size, chunk_bytes })
    return { size, chunk_bytes }
  } catch (cause) {
    throw damaged(path, cause)
  }
}

function checkHead({ size, chunk_bytes }: IndexHead): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('No disk has this size')
  if (!(chunkSizes as readonly number[]).includes(chunk_bytes)) throw new RangeError('No location has such chunks')
  if (pieceCount({ size, chunk_bytes }) > MOST_PIECES) throw new RangeError('The disk has too many pieces')
}

const damaged = (path: string, cause?: unknown) =>
  new StoreError('damaged', msg`${path} is not what was written`, { cause })
