import { type CipherGCM, type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto'

/*
 * A recording is a row of chunks, each sealed by itself (AES-256-GCM), so that what was written before a cut stays readable:
 *
 *   header  12 bytes  "DHR1", number, length of what is sealed
 *   sealed  length    frames: millisecond from the beginning, length, bytes
 *   tag     16 bytes
 *
 * All numbers are unsigned, 32 bits, big-endian. The key belongs to one recording, so the number of the chunk is nonce enough; the name
 * of the recording is authenticated with it, so no chunk can be put elsewhere. Between two chunks there may be zeros up to the next
 * multiple of 4,096 bytes: what is much is written past the system's cache, in whole blocks. A chunk whose only frame has no bytes is the
 * end; without one the recording was cut off.
 */

const MAGIC = 0x44_48_52_31
export const CHUNK_HEAD = 12
export const TAG_BYTES = 16
export const FRAME_HEAD = 8
/** Longest chunk with its header and tag. */
export const MAX_CHUNK = 1 << 20
const BLOCK_BYTES = 4_096
const CIPHER = 'aes-256-gcm'

export type ChunkHead = { number: number; length: number }
/** Who may read it: the key of the recording and its name, 16 bytes. */
export type RecordingKey = { key: CipherKey; name: Buffer }

/** What was recorded is not what was written. */
export class RecordingDamaged extends Error {}

export const chunkSize = (length: number): number => CHUNK_HEAD + length + TAG_BYTES

/** Where the block begins that `at` lies in, or the next one. */
export const blockAfter = (at: number): number => Math.ceil(at / BLOCK_BYTES) * BLOCK_BYTES

export function putChunkHead(target: Buffer, { number, length }: ChunkHead): void {
  target.writeUInt32BE(MAGIC, 0)
  target.writeUInt32BE(number, 4)
  target.writeUInt32BE(length, 8)
}

/** No chunk begins with a zero. */
export const isPadding = (bytes: Buffer, at: number): boolean => bytes[at] === 0

/** @throws RecordingDamaged when there is no header at `at` */
export function readHead(bytes: Buffer, at: number): ChunkHead {
  if (bytes.readUInt32BE(at) !== MAGIC) throw new RecordingDamaged('No chunk begins here')
  const head = { number: bytes.readUInt32BE(at + 4), length: bytes.readUInt32BE(at + 8) }
  if (chunkSize(head.length) > MAX_CHUNK) throw new RecordingDamaged(`Chunk ${head.number} is too long`)
  return head
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

/** Seals one chunk, piece by piece; its tag follows what is sealed. */
export const sealing = ({ key, name }: RecordingKey, number: number): CipherGCM =>
  createCipheriv(CIPHER, key, nonceOf(number)).setAAD(name)

/**
 * Opens the chunk that begins at `at`.
 * @throws RecordingDamaged when it is not the one that was written, or not of this recording
 */
export function openChunk({ key, name }: RecordingKey, bytes: Buffer, at: number, head: ChunkHead): Buffer {
  const body = at + CHUNK_HEAD
  const end = body + head.length
  const decipher = createDecipheriv(CIPHER, key, nonceOf(head.number))
    .setAAD(name)
    .setAuthTag(bytes.subarray(end, end + TAG_BYTES))
  try {
    const plain = decipher.update(bytes.subarray(body, end))
    decipher.final()
    return plain
  } catch (cause) {
    throw new RecordingDamaged(`Chunk ${head.number} was changed`, { cause })
  }
}

export function putFrameHead(target: Buffer, at: number, ms: number, length: number): void {
  target.writeUInt32BE(ms, at)
  target.writeUInt32BE(length, at + 4)
}

/** When the last of these frames was shown, in milliseconds. */
export function lastMoment(frames: Buffer): number {
  let ms = 0
  for (let at = 0; at + FRAME_HEAD <= frames.length; at += FRAME_HEAD + frames.readUInt32BE(at + 4))
    ms = frames.readUInt32BE(at)
  return ms
}

/** That a chunk is the mark of the end: one frame without bytes. */
export const isEnd = ({ length }: ChunkHead): boolean => length === FRAME_HEAD
