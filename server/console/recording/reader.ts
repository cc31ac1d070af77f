import { type FileHandle, open } from 'node:fs/promises'
import {
  blockAfter,
  CHUNK_HEAD,
  type ChunkHead,
  chunkSize,
  isEnd,
  isPadding,
  lastMoment,
  MAX_CHUNK,
  openChunk,
  RecordingDamaged,
  type RecordingKey,
  readHead,
} from './format.ts'

/** Where to continue: byte of the file, and the number of the chunk expected there. */
export type RecordingPlace = { at: number; chunk: number }
export type RecordingPage = {
  /** Frames of whole chunks: millisecond, length (32 bits each, big-endian), bytes. */
  frames: Buffer
  /** Null: there is no more. */
  next: RecordingPlace | null
  /** It ends with the mark of the end, so nothing is missing. */
  whole: boolean
}

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
      const bytes = await read(file, at, Math.min(MAX_CHUNK, size - at))
      let used = skipped(bytes, 0, at)
      for (let head = wholeAt(bytes, used); head; head = wholeAt(bytes, used)) {
        if (head.number !== chunk) throw new RecordingDamaged(`Chunk ${chunk} is missing`)
        const opened = openChunk(key, bytes, used, head)
        if (isEnd(head)) return { frames: Buffer.concat(frames), next: null, whole: true }
        frames.push(opened)
        chunk++
        used = skipped(bytes, used + chunkSize(head.length), at)
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

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Where the next chunk may begin: zeros fill a block. `start` is where the bytes stand in the file. */
function skipped(bytes: Buffer, from: number, start: number): number {
  let at = from
  while (isPadding(bytes, at)) at = blockAfter(start + at + 1) - start
  return at
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
    const chunks = await chunksOf(file, size)
    const found: Found = { bytes: 0, chunks: 0, duration_ms: 0 }
    // The last ones may be pages of zeros after a power cut: the system had not brought them to the disk yet.
    for (let last = chunks.pop(); last && found.chunks === 0; last = chunks.pop()) {
      const frames = opened(key, await read(file, last.at, chunkSize(last.head.length)), last.head)
      if (!frames) continue
      found.bytes = last.at + chunkSize(last.head.length)
      found.chunks = last.head.number + 1
      found.duration_ms = lastMoment(frames)
    }
    if (found.bytes < size) await file.truncate(found.bytes)
    return found
  } finally {
    await file.close()
  }
}

/** The chunks whose headers are in order and that are there to their end. */
async function chunksOf(file: FileHandle, size: number) {
  const chunks: { at: number; head: ChunkHead }[] = []
  for (let at = 0; at < size; ) {
    const bytes = await read(file, at, Math.min(CHUNK_HEAD, size - at))
    if (isPadding(bytes, 0)) {
      at = blockAfter(at + 1)
      continue
    }
    const head = sane(bytes)
    if (head?.number !== chunks.length || at + chunkSize(head.length) > size) break
    chunks.push({ at, head })
    at += chunkSize(head.length)
  }
  return chunks
}

function sane(bytes: Buffer): ChunkHead | null {
  try {
    return readHead(bytes, 0)
  } catch {
    return null
  }
}

function opened(key: RecordingKey, bytes: Buffer, head: ChunkHead): Buffer | null {
  try {
    return openChunk(key, bytes, 0, head)
  } catch {
    return null
  }
}
