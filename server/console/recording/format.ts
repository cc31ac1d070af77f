import { createCipheriv, createDecipheriv } from 'node:crypto'

/*
 * A recording is a row of chunks, each sealed by itself (AES-256-GCM), so that what was written before a cut stays readable:
 *
 *   header  20 bytes  "DHR1", number, length of what is sealed, first and last millisecond of it
 *   sealed  length    frames: millisecond, length, bytes
 *   tag     16 bytes
 *
 * All numbers are unsigned, 32 bits, big-endian; milliseconds count from the beginning. The key belongs to one recording, so the
 * number of the chunk is nonce enough. Name of the recording and header are authenticated with it: no chunk can be put elsewhere.
 * A chunk of length 0 is the end; without one the recording was cut off.
 */

const MAGIC = 0x44_48_52_31
export const CHUNK_HEAD = 20
export const TAG_BYTES = 16
export const FRAME_HEAD = 8
/** Longest chunk that a reader takes: what a device says at once, and its frame header. */
export const MAX_CHUNK = 4 << 20
const CIPHER = 'aes-256-gcm'

export type ChunkHead = { number: number; length: number; from: number; to: number }
/** Who may read it: the key of the recording and its name, 16 bytes. */
export type RecordingKey = { key: Buffer; name: Buffer }

/** What was recorded is not what was written. */
export class RecordingDamaged extends Error {}

export const chunkSize = (length: number): number => CHUNK_HEAD + length + TAG_BYTES

function headOf({ number, length, from, to }: ChunkHead): Buffer {
  const head = Buffer.allocUnsafe(CHUNK_HEAD)
  head.writeUInt32BE(MAGIC, 0)
  head.writeUInt32BE(number, 4)
  head.writeUInt32BE(length, 8)
  head.writeUInt32BE(from, 12)
  head.writeUInt32BE(to, 16)
  return head
}

/** @throws RecordingDamaged when there is no header at `at` */
export function readHead(bytes: Buffer, at: number): ChunkHead {
  if (bytes.readUInt32BE(at) !== MAGIC) throw new RecordingDamaged('No chunk begins here')
  const head = {
    number: bytes.readUInt32BE(at + 4),
    length: bytes.readUInt32BE(at + 8),
    from: bytes.readUInt32BE(at + 12),
    to: bytes.readUInt32BE(at + 16),
  }
  if (head.length > MAX_CHUNK) throw new RecordingDamaged(`Chunk ${head.number} is too long`)
  return head
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

/** The pieces of a chunk, in the order in which they are written. `parts` are read here and now, and not kept. */
export function sealChunk({ key, name }: RecordingKey, head: ChunkHead, parts: readonly Buffer[]): Buffer[] {
  const start = headOf(head)
  const cipher = createCipheriv(CIPHER, key, nonceOf(head.number)).setAAD(Buffer.concat([name, start]))
  const sealed = parts.map((part) => cipher.update(part))
  cipher.final() // a stream cipher holds nothing back
  return [start, ...sealed, cipher.getAuthTag()]
}

/**
 * Opens the chunk that begins at `at`.
 * @throws RecordingDamaged when it is not the one that was written, or not of this recording
 */
export function openChunk({ key, name }: RecordingKey, bytes: Buffer, at: number, head: ChunkHead): Buffer {
  const body = at + CHUNK_HEAD
  const end = body + head.length
  const decipher = createDecipheriv(CIPHER, key, nonceOf(head.number))
    .setAAD(Buffer.concat([name, bytes.subarray(at, body)]))
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
