import { type FileHandle, open } from 'node:fs/promises'
import {
  CHUNK_HEAD,
  type ChunkHead,
  chunkSize,
  MAX_CHUNK,
  openChunk,
  RecordingDamaged,
  type RecordingKey,
  readHead,
} from './format.ts'

/** Where to go on: byte of the file, and the number of the chunk that has to stand there. */
export type RecordingPlace = { at: number; chunk: number }
export type RecordingPage = {
  /** Frames of whole chunks: millisecond, length (32 bits each, big-endian), bytes. */
  frames: Buffer
  /** Null: there is no more. */
  next: RecordingPlace | null
  /** It ends with the mark of the end, so nothing is missing. */
  whole: boolean
}

const READ_BYTES = 512 * 1024

/**
 * Reads chunks from a place on, up to about `budget` bytes. What was cut off in the middle of a chunk is left out.
 * @throws RecordingDamaged when a chunk was changed, moved or taken out
 */
export async function readRecording(
  path: string,
  key: RecordingKey,
  from: RecordingPlace,
  budget: number,
): Promise<RecordingPage> {
  const file = await open(path, 'r')
  try {
    const frames: Buffer[] = []
    let { at, chunk } = from
    const { size } = await file.stat()
    while (at - from.at < budget) {
      const bytes = await readAt(file, at, size)
      let used = 0
      for (let head = wholeAt(bytes, used); head; head = wholeAt(bytes, used)) {
        if (head.number !== chunk) throw new RecordingDamaged(`Chunk ${chunk} is missing`)
        frames.push(openChunk(key, bytes, used, head))
        used += chunkSize(head.length)
        chunk++
        if (head.length === 0) return { frames: Buffer.concat(frames), next: null, whole: true }
        if (at + used - from.at >= budget) break
      }
      at += used
      if (used === 0) return { frames: Buffer.concat(frames), next: null, whole: false }
    }
    return { frames: Buffer.concat(frames), next: { at, chunk }, whole: false }
  } finally {
    await file.close()
  }
}

/** A piece of the file with at least one whole chunk in it, unless the file ends before. */
async function readAt(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const some = await read(file, at, Math.min(READ_BYTES, size - at))
  if (some.length < CHUNK_HEAD) return some
  const first = chunkSize(readHead(some, 0).length)
  return first <= some.length ? some : read(file, at, Math.min(first, size - at))
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function wholeAt(bytes: Buffer, at: number): ChunkHead | null {
  if (bytes.length - at < CHUNK_HEAD) return null
  const head = readHead(bytes, at)
  return bytes.length - at < chunkSize(head.length) ? null : head
}

export type Found = { bytes: number; chunks: number; duration_ms: number }

/** How far a recording that was cut off can be read, and takes away what was written of the chunk after that. */
export async function mendRecording(path: string, key: RecordingKey): Promise<Found> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const found: Found = { bytes: 0, chunks: 0, duration_ms: 0 }
    const room = Buffer.alloc(MAX_CHUNK + CHUNK_HEAD)
    while (found.bytes + CHUNK_HEAD <= size) {
      await file.read(room, 0, CHUNK_HEAD, found.bytes)
      const head = sane(room, found.chunks)
      if (!head || found.bytes + chunkSize(head.length) > size) break
      // What lies before the last chunk was written before it; only the last may be a page of zeros after a power cut.
      const next = found.bytes + chunkSize(head.length)
      if (next + CHUNK_HEAD > size || next === size) {
        const bytes = await read(file, found.bytes, chunkSize(head.length))
        if (!opens(key, bytes, head)) break
      }
      found.bytes = next
      found.chunks++
      found.duration_ms = head.to
    }
    if (found.bytes < size) await file.truncate(found.bytes)
    return found
  } finally {
    await file.close()
  }
}

function sane(bytes: Buffer, number: number): ChunkHead | null {
  try {
    const head = readHead(bytes, 0)
    return head.number === number ? head : null
  } catch {
    return null
  }
}

function opens(key: RecordingKey, bytes: Buffer, head: ChunkHead): boolean {
  try {
    openChunk(key, bytes, 0, head)
    return true
  } catch {
    return false
  }
}
